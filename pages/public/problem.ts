import { html } from '../html.ts';
import { publicLayout } from './layout.ts';
import type { Frame } from './frame.ts';
import { words } from './words.ts';

/** A page that says why there is nothing to show; the code is that of the problem, `other` where it has no words. */
export function problemPage(code: string, frame: Frame): string {
  const { problems } = words[frame.language];
  const known: Record<string, { title: string; detail: string }> = problems;
  const { title, detail } = known[code] ?? problems.other;
  return publicLayout({
    frame,
    title,
    main: html`<div class="problem">
      <h1>${title}</h1>
      <p>${detail}</p>
    </div>`,
  });
}
