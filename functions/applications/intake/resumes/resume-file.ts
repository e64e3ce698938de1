import { resumeTypes, type ResumeType } from '../../../../schemas/application.ts';
import { exactFileSize } from '../../../../schemas/file-size.ts';
import type { Violation } from '../../../../schemas/problem.ts';
import type { ApplicationRecord } from '../../../../schemas/application-record.ts';
import { doc } from './formats.ts';
import { docx } from './formats.ts';
import type { ContentVerdict } from './formats.ts';
import { odt } from './formats.ts';
import { pdf } from './formats.ts';
import { cleanFileName, resumeTypeOf } from './resume-name.ts';
import { rtf } from './formats.ts';
import { txt } from './formats.ts';

/** A résumé with its bytes, before it is stored. */
export type ResumeFile = NonNullable<ApplicationRecord['resume']> & { bytes: Buffer };

const endings = Object.keys(resumeTypes)
  .map((type) => `.${type}`)
  .join(', ');

/** A valid file, or the first rule that it breaks. */
export type CheckedFile = { file: ResumeFile } | { violation: Violation };

interface Rules {
  /** The field of the request with the file. */
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

/** Judges the content of a file by the type in its name. */
export const checkContent = (type: ResumeType, bytes: Buffer): ContentVerdict => contentChecks[type](bytes);

/** The type of a file's content, if it is a known one. */
const typeOfContent = (bytes: Buffer): ResumeType | undefined =>
  (Object.keys(contentChecks) as ResumeType[]).find((type) =>
    ['right', 'active'].includes(contentChecks[type](bytes)),
  );

/** The type in the name of a file, or the rule that the name breaks. */
export function typeOfName(
  fileName: string,
  pointer: string,
): { type: ResumeType } | { violation: Violation } {
  const type = resumeTypeOf(fileName);
  return type
    ? { type }
    : {
        violation: {
          pointer,
          code: 'file_type',
          message: `The name of the file of resume must end in one of ${endings}.`,
        },
      };
}

/** Validates a résumé: returns it with a clean name, or the first rule that it breaks. */
export function checkResumeFile(fileName: string, bytes: Buffer, { pointer, maxBytes }: Rules): CheckedFile {
  const broken = (code: Violation['code'], message: string): { violation: Violation } => ({
    violation: { pointer, code, message },
  });
  if (bytes.length === 0) return broken('file_empty', 'The file of resume is empty.');
  if (bytes.length > maxBytes) {
    return broken(
      'file_too_large',
      `The file of resume must be at most ${exactFileSize(maxBytes)}, not ${bytes.length.toLocaleString('en')} bytes.`,
    );
  }
  const typeOrViolation = typeOfName(fileName, pointer);
  if ('violation' in typeOrViolation) return typeOrViolation;
  const { type } = typeOrViolation;
  const verdict = checkContent(type, bytes);
  if (verdict === 'active') {
    return broken(
      'file_macros',
      'The file of resume must not contain macros or anything else that runs or is loaded when it is opened: ' +
        'save it without them, or as a plain PDF.',
    );
  }
  if (verdict !== 'right') {
    const real = typeOfContent(bytes);
    if (verdict === 'encoding' && !real) {
      return broken(
        'file_encoding',
        'The text in the file of resume must be in UTF-8: save it in this encoding, or as a PDF.',
      );
    }
    return broken(
      'file_content',
      `The file of resume is called .${type} but is not a whole file of this kind${
        real ? `: it seems to be .${real}` : ''
      }.`,
    );
  }
  return {
    file: {
      fileName: cleanFileName(fileName, type),
      mediaType: resumeTypes[type],
      size: bytes.length,
      bytes,
    },
  };
}
