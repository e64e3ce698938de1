/**
 * What a program needs of the environment, without the settings of the test run; with the compile cache, which spares
 * each start what an earlier one has compiled.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
