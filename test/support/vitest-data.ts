import { join } from 'node:path'

/** Vitest writes a token for its UI into the user's data folder; the tests must not write there. */
process.env.XDG_DATA_HOME = join(import.meta.dirname, '../../node_modules/.vitest')
