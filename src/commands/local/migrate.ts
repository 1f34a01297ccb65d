import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flag, parsed } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { MigrateReport } from '../../service/index.ts'
import { isPostgresUrl, parseDatabaseUrl, passwordOf, withoutPassword } from '../../shared/database-url.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { sizeText } from './status-card.ts'

export const localMigrate = defineCommand({
  name: 'local migrate',
  summary: 'Copy the local database to PostgreSQL, or check its schema',
  description:
    'Copies every row of the SQLite file into an empty PostgreSQL database (15 or newer) in one transaction, and compares both table by table. The file is not changed. The password comes from PGPASSWORD or the file in PGPASSFILE. Secrets stay encrypted; the key file is copied to where the new database reads it. Refused while a `serve` uses the file. With --check it copies nothing: it lists the migrations of the schema that the next command of this version would apply, all or nothing, and ends with 13 when there are some.',
  requests: false,
  options: {
    to: parsed('address', 'postgres://user@host/name of an empty database, without password', parseTarget),
    check: flag('list pending migrations of the schema, and write nothing'),
  },
  examples: [
    { command: 'txwarden local migrate --to postgres://txwarden@db.internal/txwarden' },
    { command: 'txwarden local migrate --to postgres://txwarden@db.internal/txwarden --yes', note: 'in a script' },
    { command: 'txwarden local migrate --check', note: 'before the first command of a new version' },
  ],
  async run(context, { to, check = false }) {
    if (check === (to !== undefined)) throw usageError('give --to, or --check')
    if (to === undefined) return checkSchema(context)
    if (passwordOf(to))
      throw usageError('--to: passwords are not accepted on the command line', {
        details: ['If you just typed one, it is now in your shell history.'],
        try: `PGPASSWORD=… txwarden local migrate --to ${quoteWord(withoutPassword(to))}`,
      })
    const administration = await context.administration()
    const { database } = context.configuration()
    if (await previewLocalChange(context, `copy everything in ${database} to ${to}`)) return
    await confirmChange(context, `Copy everything in ${database} to ${to}?`)
    const report = await administration.migrateTo(to)
    const view = {
      columns: [...plainColumns('from', 'to', 'rows'), { field: 'masterKey.id', header: 'MASTER KEY' }],
    }
    const counts = report.tables.filter(({ rows }) => rows > 0).map(({ table, rows }) => `  ${rows} ${table}`)
    await context.out.done(report, view, [
      `Copied and verified ${report.rows} rows (${context.where()})`,
      `  from ${report.from}`,
      `  to ${report.to}`,
      ...counts,
      keyText(report),
      `  use it with: TXWARDEN_DATABASE=${quoteWord(report.to)}`,
    ])
  },
})

/** Bytes a second of a migration that rewrites the largest tables, on a slow disk. */
const MIGRATED_BYTES = 20e6

async function checkSchema(context: Context): Promise<number> {
  const administration = await context.administration()
  const { database } = context.configuration()
  const { pending, applied, exists, bytes, backupAt } = await administration.pendingMigrations()
  const isDue = exists && pending.length > 0
  const atMostSeconds = isDue ? Math.ceil(bytes / MIGRATED_BYTES) : 0
  const lastBackup = backupAt === null ? null : new Date(backupAt).toISOString()
  const where = withoutPassword(database)
  const report = { database: where, exists, applied, pending: isDue ? pending : [], atMostSeconds, lastBackup }
  const lines = [
    exists
      ? isDue
        ? `${where}: ${pending.length} migrations are pending, ${applied} are applied`
        : `${where}: up to date`
      : `${where}: no database yet`,
    ...report.pending.map((name) => `  ${name}`),
    ...(isDue
      ? [
          `  about ${atMostSeconds} s at most, for ${sizeText(bytes)}; requests wait meanwhile`,
          isPostgresUrl(database)
            ? '  backups: pg_dump; this program does not know of any'
            : `  last backup: ${lastBackup ?? 'none'}`,
        ]
      : []),
  ]
  const columns = plainColumns('database', 'applied', 'atMostSeconds', 'lastBackup')
  await context.out.record(report, { columns }, () => lines.map((line) => `${line}\n`).join(''))
  return isDue ? exitCodes.checkFailed : exitCodes.ok
}

/** Where the new database reads its master key. */
function keyText({ masterKey, keyFile, isKeyThere }: MigrateReport): string {
  if (!masterKey) return '  no secrets are stored, so no master key is needed'
  const { id, source } = masterKey
  if (source === 'TXWARDEN_MASTER_KEY') return `  its secrets need master key ${id}: keep ${source} set`
  if (isKeyThere) return `  its secrets need master key ${id}, now in ${keyFile}: other machines need a copy`
  return `  its secrets need master key ${id}; ${keyFile} has another one. Add it: cat ${quoteWord(source)} >> ${quoteWord(keyFile)}`
}

function parseTarget(flag: string, text: string): string {
  if (isPostgresUrl(text) && parseDatabaseUrl(text)) return text
  throw usageError(`${flag}: ${JSON.stringify(text)} is not an address, such as postgres://user@host/name`)
}
