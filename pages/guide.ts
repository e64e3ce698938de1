import { readdirSync, readFileSync } from 'node:fs';

/** A step of the integrator's guide. */
export interface Chapter {
  /** The anchor on the page. */
  id: string;
  title: string;
  /** The text below the title, in Markdown. */
  text: string;
}

const folder = new URL('guide/', import.meta.url);

/** The steps of the guide, in the order of their file names: `1-first-job.md` becomes `first-job`. */
export const chapters = (): Chapter[] =>
  readdirSync(folder)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => {
      const [heading = '', ...lines] = readFileSync(new URL(file, folder), 'utf8').split('\n');
      return {
        id: file.replace(/^\d+-|\.md$/g, ''),
        title: heading.replace(/^# /, ''),
        text: lines.join('\n').trim(),
      };
    });
