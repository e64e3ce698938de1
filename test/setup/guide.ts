import { chapters, type Chapter } from '../../pages/guide.ts';

/** The heading of the recipes for generated clients, which `test/generators/` tries. */
const RECIPES = '## Other languages\n';

/** The chapters of the guide, without the recipes for generated clients. */
export const chaptersToRun = (): Chapter[] =>
  chapters().map((chapter) => ({ ...chapter, text: chapter.text.split(RECIPES)[0] ?? '' }));

/** The recipes for generated clients, by their heading. */
export function generatorRecipes(): Map<string, string> {
  const recipes = chapters().flatMap(({ text }) => text.split(RECIPES)[1] ?? []);
  return new Map(
    recipes.flatMap((text) =>
      text
        .split(/^### /m)
        .slice(1)
        .map((recipe) => [recipe.split('\n')[0] ?? '', recipe] as const),
    ),
  );
}
