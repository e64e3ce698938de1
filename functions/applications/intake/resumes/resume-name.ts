import { FILE_NAME_MAX, resumeTypes, type ResumeType } from '../../../../schemas/application.ts';

/**
 * Characters that a file name may not contain on some system, or that nobody sees, but not the two joiners: Persian,
 * Hindi and emoji are written with them.
 */
const unsafe = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}<>:"|?*\\/]/gu;

/** White space and dots at both ends. What looks behind keeps a run in the middle from being tried at each of its places. */
const fringe = /^[\s.]+|(?<![\s.])[\s.]+$/g;

/** The part of a path after the last slash, of either kind. */
const lastStep = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** The ending of a file name that a résumé may have; undefined for any other. */
export function resumeTypeOf(fileName: string): ResumeType | undefined {
  const [, ending = ''] = /\.([^.]+)$/.exec(fileName.trimEnd()) ?? [];
  const type = ending.toLowerCase();
  return Object.hasOwn(resumeTypes, type) ? (type as ResumeType) : undefined;
}

/**
 * A file name that is safe everywhere: without folders, control characters and directions of writing, in NFC, at most
 * FILE_NAME_MAX characters long, and with the ending of its type.
 */
export function cleanFileName(fileName: string, type: ResumeType): string {
  const stem = lastStep(fileName.toWellFormed().normalize('NFC'))
    .replace(/\.[^.]*$/, '')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(fringe, '');
  const most = FILE_NAME_MAX - type.length - 1;
  const kept = Array.from(stem).slice(0, most).join('').trimEnd();
  return `${kept === '' ? 'resume' : kept}.${type}`;
}
