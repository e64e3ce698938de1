import type { ResumeType } from '../../../schemas/application.ts';
import { doc } from './doc.ts';
import { docx } from './docx.ts';
import type { Judgement } from './judgement.ts';
import { odt } from './odt.ts';
import { pdf } from './pdf.ts';
import { rtf } from './rtf.ts';
import { txt } from './txt.ts';

const judges: Record<ResumeType, (bytes: Buffer) => Judgement> = { pdf, docx, doc, odt, rtf, txt };

/** Whether the content of a file agrees with the type that its name says. */
export const judgedContent = (type: ResumeType, bytes: Buffer): Judgement => judges[type](bytes);

/** The type that the content of a file is of, if it is of any. */
export const typeOfContent = (bytes: Buffer): ResumeType | undefined =>
  (Object.keys(judges) as ResumeType[]).find((type) => ['right', 'active'].includes(judges[type](bytes)));
