import { RESUME_MAX_BYTES, resumeTypes } from '../../../schemas/application.ts';
import { exactFileSize } from '../../../schemas/file-size.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { StoredResume } from '../domain/application.ts';
import { judgedContent, typeOfContent } from './resume-content.ts';
import { cleanFileName, resumeTypeOf } from './resume-name.ts';

/** A résumé with its bytes, before it has a place. */
export type ResumeFile = Omit<StoredResume, 'key'> & { bytes: Buffer };

const endings = Object.keys(resumeTypes)
  .map((type) => `.${type}`)
  .join(', ');

const broken = (code: Violation['code'], message: string): { violation: Violation } => ({
  violation: { pointer: '/resume', code, message },
});

/** The résumé, with a clean name, or the first rule that it breaks. */
export function resumeFile(fileName: string, bytes: Buffer): { file: ResumeFile } | { violation: Violation } {
  const type = resumeTypeOf(fileName);
  if (bytes.length === 0) return broken('file_empty', 'The file of resume is empty.');
  if (bytes.length > RESUME_MAX_BYTES) {
    return broken(
      'file_too_large',
      `The file of resume must be at most ${exactFileSize(RESUME_MAX_BYTES)}, not ${bytes.length.toLocaleString('en')} bytes.`,
    );
  }
  if (!type) {
    return broken('file_type', `The name of the file of resume must end in one of ${endings}.`);
  }
  const judgement = judgedContent(type, bytes);
  if (judgement === 'active') {
    return broken(
      'file_macros',
      'The file of resume must not contain macros or anything else that runs or is loaded when it is opened: ' +
        'save it without them, or as a plain PDF.',
    );
  }
  if (judgement !== 'right') {
    const real = typeOfContent(bytes);
    if (judgement === 'encoding' && !real) {
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
