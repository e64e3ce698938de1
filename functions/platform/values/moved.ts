/** What was asked for has another id by now. */
export class Moved extends Error {
  override readonly name = 'Moved';
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
  }
}
