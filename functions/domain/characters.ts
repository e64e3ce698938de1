/**
 * A character that can be seen. The others are blanks, controls and what Unicode lets a display leave out; the Braille
 * blank and the marks of interlinear notes show nothing either, though Unicode does not list them there.
 */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u;

/** Whether a text shows nothing at all. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** Control characters other than tabs and line breaks. */
export const unreadable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Characters that reverse the letters of whatever follows them. */
export const directionOverride = /[\u202D\u202E]/;

const directionControl = /[\u202A-\u202E\u2066-\u2069]/g;

/** What begins a run of text with a direction of its own, and what ends it. */
const endOfRun = new Map([
  ['\u202A', '\u202C'],
  ['\u202B', '\u202C'],
  ['\u2066', '\u2069'],
  ['\u2067', '\u2069'],
  ['\u2068', '\u2069'],
]);

/**
 * Whether a text leaves the direction of letters alone: it overrides none, and ends every run that it begins, so that
 * what a page shows after it stays in order. Hebrew and Arabic text needs none of these, and may hold the plain marks.
 */
export function keepsDirection(text: string): boolean {
  const open: string[] = [];
  for (const [control] of text.matchAll(directionControl)) {
    const end = endOfRun.get(control);
    if (end) open.push(end);
    else if (open.pop() !== control) return false;
  }
  return open.length === 0;
}
