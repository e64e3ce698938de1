import vm from 'node:vm';

/** What V8 has made of the files that this worker has compiled, by their names. */
const compiled = new Map<string, { code: string; cachedData: Buffer }>();

const keep = (name: string | undefined, code: string, cachedData: Buffer) =>
  void compiled.set(String(name), { code, cachedData });

const keptOf = (name: string | undefined, code: string): Buffer | undefined => {
  const kept = compiled.get(String(name));
  return kept?.code === code ? kept.cachedData : undefined;
};

const { compileFunction, SourceTextModule } = vm;

class ModuleCompiledOnce extends SourceTextModule {
  // Not among the types of Node yet.
  declare createCachedData: () => Buffer;

  constructor(code: string, options: vm.SourceTextModuleOptions = {}) {
    const cachedData = keptOf(options.identifier, code);
    super(code, { ...options, ...(cachedData && { cachedData }) });
    if (!cachedData) keep(options.identifier, code, this.createCachedData());
  }
}

/** Compiles each file once for all suites of a worker: Jest loads every module anew for each suite. */
export function compileOnce(): void {
  vm.compileFunction = (code, params, options = {}) => {
    const cachedData = keptOf(options.filename, code);
    const made = compileFunction(code, params, {
      ...options,
      ...(cachedData ? { cachedData } : { produceCachedData: true }),
    });
    if (made.cachedData) keep(options.filename, code, made.cachedData);
    return made;
  };
  vm.SourceTextModule = ModuleCompiledOnce;
}
