import { join } from 'node:path'

/** Vitest writes a token for its UI into the user's data folder; a run of the tests writes nothing there. */
process.env.XDG_DATA_HOME = join(import.meta.dirname, '../../node_modules/.vitest')
