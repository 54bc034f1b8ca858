// What lies beside the table: which tab is chosen, and on a small screen whether the sheet is up.

export class Rail {
  tab = $state('log');
  /** On a wide screen the rail is always there, and this means nothing. */
  open = $state(false);

  show(tab: string): void {
    this.tab = tab;
    this.open = true;
  }
}
