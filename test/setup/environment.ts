import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { compileOnce } from './compile-once.ts';

compileOnce();

// Jest has been ended: nobody waits for this worker's results.
process.once('disconnect', () => process.exit(1));

/**
 * Jest's Node environment with a global object of V8's own: through Jest's proxy and the interceptors of a usual context,
 * each use of a global (Promise, Object, Buffer) takes ten times as long.
 */
export default class PlainGlobalEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
    // Jest's 100 make every error ten times as expensive.
    this.global.Error.stackTraceLimit = 10;
  }
}
