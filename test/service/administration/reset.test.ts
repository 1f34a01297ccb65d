import { existsSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test as base, describe, expect } from 'vitest'
import { acquireServeLock } from '../../../src/service/store/sqlite/serve-lock.ts'
import { ALICE, blockedIn, column, localDatabase } from './local-database.ts'

const test = base.extend('database', () => localDatabase())

describe('a reset', () => {
  test('leaves an empty database, keeps the old one and the master key, and writes an audit record', async ({
    database: { administration, database, block, use },
  }) => {
    await block(ALICE)
    await use((service) => service.keys.create('validation'))
    const { masterKey } = await administration.status()
    const keptAs = `${database}.before-reset-20260102T030405Z`
    expect(await administration.reset()).toEqual({ database, keptAs })
    expect(await administration.status()).toMatchObject({
      rows: { controlLists: 0, monitors: 0, alerts: 0, destinations: 0, validations: 0, keys: 0 },
      masterKey,
    })
    expect(column(database, 'select action from audit')).toEqual(['database.reset'])
    expect(blockedIn(keptAs)).toEqual([ALICE])
  })

  test('can be undone', async ({ database: { administration, database, block } }) => {
    await block(ALICE)
    const { keptAs } = await administration.reset()
    await administration.restore(keptAs ?? '')
    expect(blockedIn(database)).toEqual([ALICE])
  })

  test('of a missing database does nothing', async ({ database: { administration, database, folder } }) => {
    expect(await administration.reset()).toEqual({ database, keptAs: null })
    expect(readdirSync(folder)).toEqual([])
  })

  test('is refused while a serve holds the database', async ({ database: { administration, database, block } }) => {
    await block(ALICE)
    const lock = acquireServeLock(database)
    await expect(administration.reset()).rejects.toMatchObject({ code: 'served' })
    lock.release()
    expect(blockedIn(database)).toEqual([ALICE])
  })

  test("of another program's database is refused", async ({ database: { administration, database } }) => {
    const foreign = new DatabaseSync(database)
    foreign.exec('create table notes (text)')
    foreign.close()
    await expect(administration.reset()).rejects.toMatchObject({ code: 'foreign-database' })
    expect(existsSync(database)).toBe(true)
    expect(column(database, 'select name from sqlite_master')).toEqual(['notes'])
  })
})
