import { FILE_NAME_MAX, resumeTypes, type ResumeType } from '../../../../schemas/application.ts';
import { exactFileSize } from '../../../../schemas/file-size.ts';
import { doc, rtf, txt, type ContentVerdict } from './formats.ts';
import { pdf } from './pdf.ts';
import { docx, odt } from './zip-documents.ts';
import type { Violation } from '../../../../schemas/problem.ts';
import type { ApplicationRecord } from '../../../../schemas/application-record.ts';

/**
 * Characters that a file name may not contain on some system, or that are invisible, except the two joiners: Persian,
 * Hindi and emoji need them.
 */
const unsafe = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}<>:"|?*\\/]/gu;

/** White space and dots at both ends. The lookbehind keeps the time linear in long runs of white space. */
const fringe = /^[\s.]+|(?<![\s.])[\s.]+$/g;

/** The part of a path after its last slash or backslash. */
const lastStep = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** The file type by the extension of a name; undefined when no résumé may have this type. */
export function resumeTypeOf(fileName: string): ResumeType | undefined {
  const [, ending = ''] = /\.([^.]+)$/.exec(fileName.trimEnd()) ?? [];
  const type = ending.toLowerCase();
  return Object.hasOwn(resumeTypes, type) ? (type as ResumeType) : undefined;
}

/**
 * Creates a file name that is safe everywhere: without folders, control characters and direction controls, in NFC, at
 * most FILE_NAME_MAX characters long, and with the extension of its type.
 */
export function cleanFileName(fileName: string, type: ResumeType): string {
  const stem = lastStep(fileName.toWellFormed().normalize('NFC'))
    .replace(/\.[^.]*$/, '')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(fringe, '');
  const most = FILE_NAME_MAX - type.length - 1;
  const shortStem = Array.from(stem).slice(0, most).join('').trimEnd();
  return `${shortStem === '' ? 'resume' : shortStem}.${type}`;
}

/** A résumé with its bytes, before it is stored. */
export type ResumeFile = NonNullable<ApplicationRecord['resume']> & { bytes: Buffer };

const endings = Object.keys(resumeTypes)
  .map((type) => `.${type}`)
  .join(', ');

/** A valid file, or the first rule that it breaks. */
export type CheckedFile =
  { file: ResumeFile; violation?: undefined } | { file?: undefined; violation: Violation };

interface Rules {
  /** The field of the request that contains the invalid value. */
  pointer: string;
  maxBytes: number;
}

const contentChecks: Record<ResumeType, (bytes: Buffer) => ContentVerdict> = {
  pdf,
  docx,
  doc,
  odt,
  rtf,
  txt,
};

/** Checks the content of a file by the type in its name. */
export const checkContent = (type: ResumeType, bytes: Buffer): ContentVerdict => contentChecks[type](bytes);

/** The type of a file by its content, if the type is known. */
const typeOfContent = (bytes: Buffer): ResumeType | undefined =>
  (Object.keys(contentChecks) as ResumeType[]).find((type) =>
    ['right', 'active'].includes(contentChecks[type](bytes)),
  );

/** How files of the types begin, also damaged ones. */
const signatures: readonly [RegExp, ResumeType][] = [
  [/^\s*%PDF/, 'pdf'],
  [/^\{\\rtf/, 'rtf'],
  [/^\u00D0\u00CF\u0011\u00E0/, 'doc'],
  [/^PK\u0003\u0004/, 'docx'],
];

/** The ending of a name that says what the file is. Programs send files as `blob` or `cv.tmp`. */
const meaningfulEnding = /\.(?!(?:tmp|bin|dat|file|blob|part|upload)$)[a-z][a-z\d]{1,4}$/i;

/** The type of a file by its name, or else by its content; undefined for another ending and for unknown content. */
function typeOfFile(fileName: string, bytes: Buffer): ResumeType | undefined {
  const named = resumeTypeOf(fileName);
  if (named || meaningfulEnding.test(fileName.trimEnd())) return named;
  const type = typeOfContent(bytes);
  if (type && type !== 'txt') return type;
  const start = bytes.toString('latin1', 0, 16);
  return signatures.find(([signature]) => signature.test(start))?.[1] ?? type;
}

/** The type by the name of a file, or the rule that the name breaks. */
export function typeOfName(
  fileName: string,
  pointer: string,
): { type: ResumeType; violation?: undefined } | { type?: undefined; violation: Violation } {
  const type = resumeTypeOf(fileName);
  const message = `The name of the file of resume must end in one of ${endings}.`;
  return type ? { type } : { violation: { pointer, code: 'file_type', message } };
}

/** The rule that the content of a file breaks, with its message; undefined when the content is valid. */
function contentFault(type: ResumeType, bytes: Buffer): [Violation['code'], string] | undefined {
  const verdict = checkContent(type, bytes);
  if (verdict === 'right') return undefined;
  if (verdict === 'active') {
    return [
      'file_macros',
      'The file of resume must not contain macros or anything else that runs or is loaded when it is opened: ' +
        'save it without them, or as a plain PDF.',
    ];
  }
  const real = typeOfContent(bytes);
  return verdict === 'encoding' && !real
    ? [
        'file_encoding',
        'The text in the file of resume must be in UTF-8: save it in this encoding, or as a PDF.',
      ]
    : [
        'file_content',
        `The file of resume is not a whole .${type} file${real ? `: it seems to be .${real}` : ''}.`,
      ];
}

/** Validates a résumé: returns the file under a safe name, or the first rule that it breaks. */
export function checkResumeFile(fileName: string, bytes: Buffer, { pointer, maxBytes }: Rules): CheckedFile {
  const broken = (code: Violation['code'], message: string) => ({ violation: { pointer, code, message } });
  const size = bytes.length;
  if (size === 0) return broken('file_empty', 'The file of resume is empty.');
  if (size > maxBytes) {
    const limit = exactFileSize(maxBytes);
    return broken(
      'file_too_large',
      `The file of resume must be at most ${limit}, not ${size.toLocaleString('en')} bytes.`,
    );
  }
  const type = typeOfFile(fileName, bytes);
  if (!type) {
    return broken('file_type', `The file of resume must be one of ${endings}, by its name or its content.`);
  }
  const fault = contentFault(type, bytes);
  if (fault) return broken(...fault);
  return { file: { fileName: cleanFileName(fileName, type), mediaType: resumeTypes[type], size, bytes } };
}
