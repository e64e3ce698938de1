/** What a disk says that takes no more, by the codes of Node's errors. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether an error of Node says that the disk takes no more. */
export const isDiskFull = (error: unknown): boolean =>
  codes.has(String((error as NodeJS.ErrnoException).code));
