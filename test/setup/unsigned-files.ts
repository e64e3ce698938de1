import { folderFiles } from '../../functions/platform/files/folder-files.ts';

const refuse = () => Promise.reject(new Error('Nothing is handed out here.'));

/** Files in a folder, of which nothing is signed. */
export const unsignedFiles = (folder: string) =>
  folderFiles(folder, { addressOf: refuse, uploadFormOf: refuse });
