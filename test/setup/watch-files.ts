import { registerHooks } from 'node:module';

const functions = new URL('../../functions/', import.meta.url).href;
const watchedFiles = new URL('watched-files.ts', import.meta.url).href;

/** Lets functions store files and mail in a watched folder. */
export const watchFiles = () =>
  registerHooks({
    resolve: (specifier, context, next) => {
      const isWatched = specifier.endsWith('/folder-files.ts') && context.parentURL?.startsWith(functions);
      return next(isWatched ? watchedFiles : specifier, context);
    },
  });
