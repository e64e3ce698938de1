import { judged, type Judgement } from './judgement.ts';
import { oleEntries } from './ole-entries.ts';

const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');

/** A VBA project, and an object of another program: its storage is called by a number, its streams by these names. */
const active =
  /^(?:_VBA_PROJECT|_VBA_PROJECT_CUR|VBA|MACROS|_\d{1,10}|\u0001OLE10NATIVE|\u0003OBJINFO|\u0003OCXNAME|\u0003OCXDATA)$/;

/** Whether a file is a Word document in OLE, and whether it has macros or embedded objects. */
export function doc(bytes: Buffer): Judgement {
  const names = oleEntries(bytes);
  if (!names?.has('WORDDOCUMENT')) return 'wrong';
  const isArchiveToo = bytes.lastIndexOf(ZIP_END) >= bytes.length - 22;
  return judged(
    !isArchiveToo,
    [...names].some((name) => active.test(name)),
  );
}
