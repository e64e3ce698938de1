import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { renderedDocuments } from '../../functions/documentation/rendered-documents.ts';
import { root } from './functions.ts';

const renderer = join(root, 'functions/documentation/rendered-documents.ts');

/** Renders every page ahead of time, so that no bundle holds what renders them. */
export const documentsAhead: Plugin = {
  name: 'documents-ahead',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]rendered-documents\.ts$/ }, ({ path }) => {
      if (path !== renderer) return undefined;
      const documents = JSON.stringify(renderedDocuments());
      return {
        contents: `export const renderedDocuments = () => JSON.parse(${JSON.stringify(documents)});`,
        loader: 'js',
      };
    });
  },
};
