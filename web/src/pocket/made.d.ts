/** Whether `cargo xtask` has compiled the pocket for this page. */
declare const __POCKET__: boolean;
