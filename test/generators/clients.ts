/** A client generator, and the commands that compile the generated client and run a program with it. */
export interface GeneratedClient {
  /** The section of the guide with the generator's commands, and the language of the create call there. */
  section: string;
  /** The program with the other calls, under `programs/`, and its path in the project. */
  program: string;
  place: string;
  /** The version, if the generator is openapi-generator. */
  generator?: '7.14.0' | '7.25.0';
  /** Commands that fail if the machine lacks a required program. */
  needs: readonly string[];
  /** A shell command before the client is generated. */
  before?: string;
  /** A shell command that compiles the client and runs the program. */
  run: string;
  /** The output for tasks that the generator cannot do according to the guide. */
  cannot?: Readonly<Record<string, string>>;
}

const JAVA = ['java -version', 'mvn --version'];
const python = {
  program: 'openapi-generator.py',
  place: 'program.py',
  needs: [...JAVA, 'python3 -m venv --help'],
  run: 'python3 -m venv venv && venv/bin/pip install -q -r requirements.txt && PYTHONPATH=client venv/bin/python program.py',
};

const TYPESCRIPT = [
  '$NODE $ROOT/node_modules/typescript/bin/tsc --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022 --lib es2023,dom,dom.iterable --typeRoots $ROOT/node_modules/@types --types node program.ts',
  '$ROOT/node_modules/.bin/esbuild program.ts --bundle --platform=node --format=esm --log-level=error --outfile=program.mjs',
  '$NODE program.mjs',
].join(' && ');

/** The tested clients, by generator and language. */
export const clients: Record<string, GeneratedClient> = {
  'openapi-generator 7.14.0, Python': { ...python, section: 'Python', generator: '7.14.0' },
  'openapi-generator 7.25.0, Python': { ...python, section: 'Python', generator: '7.25.0' },
  'openapi-generator 7.25.0, Java': {
    section: 'Java',
    program: 'Program.java',
    place: 'client/src/main/java/Program.java',
    cannot: { validate: 'unreadable' },
    generator: '7.25.0',
    needs: JAVA,
    run: 'mvn -q -B -f client/pom.xml compile dependency:copy-dependencies >&2 && java -cp "client/target/classes:client/target/dependency/*" Program',
  },
  'openapi-generator 7.25.0, Go': {
    section: 'Go',
    program: 'openapi-generator.go',
    place: 'program.go',
    generator: '7.25.0',
    needs: [...JAVA, 'go version'],
    run: 'go run program.go',
  },
  'openapi-generator 7.25.0, PHP': {
    section: 'PHP',
    program: 'program.php',
    place: 'program.php',
    generator: '7.25.0',
    needs: [...JAVA, `php -r 'require "GuzzleHttp/autoload.php";'`],
    run: 'php program.php',
  },
  'openapi-generator 7.25.0, TypeScript (fetch)': {
    section: 'TypeScript (fetch)',
    program: 'typescript-fetch.ts',
    place: 'program.ts',
    generator: '7.25.0',
    needs: JAVA,
    run: TYPESCRIPT,
  },
  'openapi-python-client': {
    section: 'Python with openapi-python-client',
    program: 'openapi-python-client.py',
    place: 'program.py',
    needs: ['python3 -m venv --help'],
    before:
      'python3 -m venv venv && venv/bin/pip install -q -r requirements.txt && export PATH="$PWD/venv/bin:$PATH"',
    run: 'PYTHONPATH=client venv/bin/python program.py',
  },
  'hey-api': {
    section: 'TypeScript with hey-api',
    program: 'hey-api.ts',
    place: 'program.ts',
    needs: ['npm --version'],
    run: TYPESCRIPT,
  },
};
