/** What was asked for has another address by now: another id, or the address of the site. */
export class Moved extends Error {
  override readonly name = 'Moved';
  /** The parameter of its path. */
  readonly id: string;
  /** The query, with its question mark; empty if there is none. */
  readonly query: string;

  constructor(id: string, query = '') {
    super();
    this.id = id;
    this.query = query;
  }
}
