/** What was asked for has another address by now: another id, or the address of the site. */
export class Moved extends Error {
  override readonly name = 'Moved';
  /** The parameter of its path. */
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
  }
}
