import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { administer } from '../../../src/service/administration/administration.ts'
import { recordAdministration } from '../../../src/service/administration/audit.ts'
import { seededRandom } from '../../support/deterministic.ts'
import { temporaryDatabase } from './prune-database.ts'

test('a prune that is killed after its last removal is no loss of writes', async () => {
  const house = temporaryDatabase()
  await house.use(async (service) => {
    for (let index = 0; index < 3; index++) await house.validate(service)
  })
  house.clock.advance(86_400_000)
  const killed = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'prune-process.ts'), house.database, String(house.clock.now()), '3'],
    { encoding: 'utf8' },
  )
  expect(killed).toMatchObject({ signal: 'SIGKILL', stderr: '' })
  expect(house.everything()).toMatchObject({ transactions: 0 })
  const administration = administer({ ...house, env: {}, random: seededRandom('') })
  expect(administration.checkIntegrity()).toMatchObject({ exists: true })
  await administration.backUp(`${house.database}-copy`, { overwrite: false })
})

test('a mark written during a prune excuses rows from before the prune only', async () => {
  const house = temporaryDatabase()
  const administration = administer({ ...house, env: {}, random: seededRandom('') })
  const mark = `${house.database}-mark`
  const author = { clock: house.clock, random: seededRandom('prune') }
  const recordAs = (action: string) =>
    house.use((service) => service.store.write((db) => recordAdministration(db, author, action, {})))
  const removeAfterMark = async (id: string) => {
    const kept = readFileSync(mark)
    await house.use(({ store }) => store.write((db) => db.deleteFrom('transactions').where('id', '=', id).execute()))
    writeFileSync(mark, kept)
  }

  const old = await house.use((service) => house.validate(service))
  house.clock.advance(1000)
  await recordAs('prune-start')
  house.clock.advance(1000)
  await recordAs('something-else')
  await removeAfterMark(old)
  expect(administration.checkIntegrity()).toMatchObject({ exists: true })

  house.clock.advance(1000)
  const young = await house.use((service) => house.validate(service))
  await removeAfterMark(young)
  expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining({ code: 'lost-writes' }))
})
