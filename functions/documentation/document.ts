/** What is served at one path. */
export interface Document {
  type: string;
  text: string;
}
