/** Verbs and participles that do not say what a local holds. A destructured property keeps its own name. */
const forbidden = /^(?:again|asked|first|found|kept|left|open|own|past|read|seen|sent|shown|taken)$/;

const namesIn = (pattern) => {
  if (pattern?.type === 'Identifier') return [pattern];
  if (pattern?.type === 'ArrayPattern') return pattern.elements.flatMap(namesIn);
  if (pattern?.type === 'AssignmentPattern') return namesIn(pattern.left);
  if (pattern?.type === 'RestElement') return namesIn(pattern.argument);
  return (pattern?.properties ?? []).flatMap((each) => (each.shorthand ? [] : namesIn(each.value ?? each)));
};

const saysWhatItHolds = {
  create: (context) => ({
    VariableDeclarator: ({ id }) => {
      for (const node of namesIn(id).filter(({ name }) => forbidden.test(name))) {
        context.report({
          node,
          message: `Name what \`${node.name}\` holds, such as a job, rows or matches.`,
        });
      }
    },
  }),
};

export default { meta: { name: 'locals' }, rules: { 'say-what-they-hold': saysWhatItHolds } };
