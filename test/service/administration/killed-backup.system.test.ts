import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seededRandom } from '../../support/deterministic.ts'
import { ALICE, blockedIn, column, type LocalDatabase, localDatabase } from './local-database.ts'

/** Before and after the copy has its name. */
const KILLS = { before: 4, after: 2 }
/** About 8 MB: a backup takes long enough to be killed in every part. */
const ROWS = 2000

test('backups killed at random moments leave no file or a complete one', async () => {
  const { folder, database } = await bigDatabase()
  const { lasted } = await backUpInProcess(database, join(folder, 'usual.db'))
  const random = seededRandom('kills')
  const hits = { before: 0, after: 0 }
  // A kill that comes after the end of the process proves nothing, and is tried again; the test's time is the limit.
  for (let kill = 0; hits.before < KILLS.before || hits.after < KILLS.after; kill++) {
    const name = `killed-${kill}.db`
    const isAfter = hits.before >= KILLS.before
    const { wasKilled } = await backUpInProcess(database, join(folder, name), (child) => {
      const after = isAfter ? 0 : lasted * ((random(1)[0] ?? 0) / 256)
      const watcher = watch(folder, (_, changed) => {
        if (isAfter ? changed !== name : !changed?.startsWith('.txwarden-draft-')) return
        watcher.close()
        if (isAfter) child.kill('SIGKILL')
        else setTimeout(() => child.kill('SIGKILL'), after)
      })
      child.once('close', () => watcher.close())
    })
    const isThere = existsSync(join(folder, name))
    if (wasKilled) hits[isThere ? 'after' : 'before']++
    if (!isThere) continue
    expect(column(join(folder, name), 'pragma integrity_check')).toEqual(['ok'])
    expect(blockedIn(join(folder, name))).toEqual([ALICE])
  }
})

test('what a killed backup leaves is removed by the next one', async () => {
  const { administration, folder, database } = await bigDatabase()
  const file = join(folder, 'killed.db')
  const backUp = () =>
    backUpInProcess(database, file, (child) => {
      const watcher = watch(folder, (_, name) => {
        if (!name?.startsWith('.txwarden-draft-')) return
        child.kill('SIGKILL')
        watcher.close()
      })
      child.once('close', () => watcher.close())
    })
  // One that is complete before the kill comes leaves nothing.
  for (await backUp(); existsSync(file); await backUp()) rmSync(file)
  const left = () => readdirSync(folder).filter((name) => /^\.|killed/.test(name))
  expect(left()).not.toEqual([])
  await administration.backUp(join(folder, 'next.db'), { overwrite: false })
  expect(left()).toEqual([])
})

async function bigDatabase(): Promise<LocalDatabase> {
  const local = localDatabase()
  await local.block(ALICE)
  await grow(local)
  return local
}

async function grow({ use }: LocalDatabase): Promise<void> {
  await use(({ store }) =>
    store.write((db) =>
      sql`insert into audit (id, at, actor, action, resource_id, before)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
        select 'row-' || i, i, 'test', 'test', '', hex(zeroblob(2000)) from n`.execute(db),
    ),
  )
}

/** @param kill called when the backup begins */
async function backUpInProcess(
  database: string,
  file: string,
  kill: (child: ChildProcess) => void = () => {},
): Promise<{
  /** How long a complete backup took (ms). */
  readonly lasted: number
  readonly wasKilled: boolean
}> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-process.ts'), database, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let last = ''
  for await (const line of createInterface({ input: child.stdout })) {
    last = line
    if (line === 'ready') kill(child)
  }
  await ended
  return { lasted: Number(last), wasKilled: child.signalCode === 'SIGKILL' }
}
