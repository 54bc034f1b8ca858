// The state of the rail beside the table: the chosen tab and, on a small screen, whether the sheet is open.

export class Rail {
  tab = $state('log');
  /** Used only on small screens: on a wide one the rail is always visible. */
  open = $state(false);

  show(tab: string): void {
    this.tab = tab;
    this.open = true;
  }
}
