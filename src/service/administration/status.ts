import { statSync } from 'node:fs'
import { activeSigner } from '../store/repositories/signers.ts'
import { countRows, type RowCounts } from '../store/repositories/row-counts.ts'
import { databaseFacts, openSqliteStore } from '../store/sqlite/open.ts'
import { databaseFiles, hasContent } from '../store/sqlite/files.ts'
import { isServed } from '../store/sqlite/serve-lock.ts'
import type { AdministrationOptions } from './administration.ts'
import { type MasterKeyFacts, masterKeyFacts, sealingKeyIds } from './master-key.ts'

export interface DatabaseStatus {
  readonly database: string
  /** False: it is made by the first command that needs it. */
  readonly exists: boolean
}
