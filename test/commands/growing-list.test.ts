import { join } from 'node:path'
import { expect } from 'vitest'
import { insertAudit } from '../../src/service/store/repositories/audit.ts'
import { openSqliteStore } from '../../src/service/store/sqlite/open.ts'
import { serveAnything } from '../support/any-service.ts'
import { type Cli, makeCli, test } from '../support/cli.ts'

/** The program with an audit log of so many changes, several at a time. */
async function withChanges(count: number): Promise<Cli> {
  const cli = makeCli()
  const store = await openSqliteStore(join(cli.home, 'local.db'))
  await store.write(async (db) => {
    for (let index = 0; index < count; index++)
      await insertAudit(db, {
        id: `change-${String(index).padStart(6, '0')}`,
        at: Math.floor(index / 7),
        actor: 'local',
        action: 'control-list.create',
        resource_id: `r${index}`,
        before: null,
        after: null,
      })
  })
  await store.close()
  return cli
}

test('--all has every row of a long list once, in order, and says how many', async () => {
  const cli = await withChanges(10_500)
  const { code, stdout } = await cli(['audit', 'list', '--all', '--json'])
  const { content, next, ...page } = JSON.parse(stdout) as { content: { id: string }[]; next?: string }
  expect(code).toBe(0)
  expect(page).toEqual({ size: 10_500, number: 0, totalElements: 10_500 })
  expect(next).toBeUndefined()
  expect(content.map(({ id }) => id)).toEqual(
    Array.from({ length: 10_500 }, (_, index) => `change-${String(10_499 - index).padStart(6, '0')}`),
  )
})

test('--all in an order that goes both up and down goes by page numbers', async () => {
  const cli = await withChanges(2_500)
  const { stdout } = await cli(['audit', 'list', '--all', '--sort', 'actor,asc', '--sort', 'at,desc', '--fields', 'id'])
  expect(new Set(stdout.trim().split('\n')).size).toBe(2_500)
})

test('--all --limit stops there', async () => {
  const cli = await withChanges(2_500)
  const page = (await cli.json(['audit', 'list', '--limit', '1500'])) as { content: unknown[]; totalElements: number }
  expect(page.content).toHaveLength(1500)
  expect(page).toMatchObject({ totalElements: 1_000, totalIsAtLeast: true })
})

test('a page of a list that is longer than is counted says so, to people and in JSON', async () => {
  const cli = await withChanges(10_500)
  const shown = await cli(['audit', 'list'], { tty: true })
  expect(shown.stderr).toBe('975+ more: txwarden audit list --page 1 (or --all)\n')
  const { totalElements, totalIsAtLeast } = await cli.json(['audit', 'list'])
  expect({ totalElements, totalIsAtLeast }).toEqual({ totalElements: 1_000, totalIsAtLeast: true })
})

test('so does one into a pipe, on stderr, unless its JSON has the total', async () => {
  const cli = await withChanges(30)
  const piped = await cli(['audit', 'list', '--fields', 'id'])
  expect(piped.stdout.trim().split('\n')).toHaveLength(25)
  expect(piped.stderr).toBe('5 more: txwarden audit list --page 1 (or --all)\n')
  expect((await cli(['audit', 'list', '--json'])).stderr).toBe('')
  expect((await cli(['audit', 'list', '--all', '--fields', 'id'])).stderr).toBe('')
})

test('an invalid cursor is refused, and the error names its parameter', async () => {
  const cli = await withChanges(1)
  const { code, stderr } = await cli(['api', 'GET', '/ext/v1/audit?after=somewhere', '--json'])
  expect({ code, ...JSON.parse(stderr) }).toMatchObject({
    code: 8,
    error: { code: 'invalid-query', status: 400, details: expect.arrayContaining([expect.stringMatching(/^after: /)]) },
  })
})

test('a service that leads in a circle is left after the second time, not followed for ever', async ({ cli }) => {
  const page = { content: [], size: 1000, number: 0, totalElements: 9, next: 'again' }
  const { url, asked } = await serveAnything(() => page)
  const env = { TXWARDEN_BASE_URL: url, TXWARDEN_MANAGEMENT_KEY: 'k' }
  const { code, stdout, stderr } = await cli(['audit', 'list', '--all', '--json'], { env })
  expect({ code, stdout, asked: asked.length }).toEqual({ code: 1, stdout: '', asked: 2 })
  expect(stderr).toContain('the service names the same next page twice')
})
