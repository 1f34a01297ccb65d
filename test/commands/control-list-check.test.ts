import { expect, test } from 'vitest'
import { makeCli } from '../support/cli.ts'
import { serveForTest } from '../support/served.ts'

const [BLOCKED, ALLOWED, UNKNOWN] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]

test.each(['in this process', 'over HTTP'])('says what the lists say of addresses, %s', async (way) => {
  const cli = makeCli()
  const served = way === 'over HTTP' ? await serveForTest() : undefined
  const env: Record<string, string> = served
    ? { TXWARDEN_BASE_URL: served.url, TXWARDEN_MANAGEMENT_KEY: served.keys.management }
    : {}
  const add = async (...argv: string[]) => (await cli(['control-list', 'add', ...argv], { env })).stdout.trim()
  const check = (...argv: string[]) => cli(['control-list', 'show', ...argv], { env })
  const allow = await add(ALLOWED, '--type', 'allow')
  const block = await add(BLOCKED, '--type', 'block', '--chain', 'base')
  const beaten = await add(BLOCKED, '--type', 'allow', '--chain', 'ethereum')

  expect(await check(block)).toMatchObject({ code: 12, stdout: `${BLOCKED}\tBLOCKED\t${block},${beaten}\tSONAR\n` })
  expect(await check('nothing')).toMatchObject({ code: 5, stdout: '' })
  const all = await check(BLOCKED, ALLOWED, UNKNOWN, '--json')
  expect(all.code).toBe(12)
  expect(JSON.parse(all.stdout)).toMatchObject({
    chainId: null,
    content: [
      { address: BLOCKED, productType: 'SONAR', standing: 'BLOCKED', entries: [{ id: block }, { id: beaten }] },
      { address: ALLOWED, standing: 'ALLOWED', entries: [{ id: allow }] },
      { address: UNKNOWN, standing: 'UNLISTED', entries: [] },
    ],
  })
  expect(await check(BLOCKED, '--chain', 'ethereum')).toEqual({
    code: 0,
    stdout: `${BLOCKED}\tALLOWED\t${beaten}\tSONAR\n`,
    stderr: '',
  })
  expect(await check(BLOCKED, '--chain', '8453')).toMatchObject({ code: 12 })
  expect(await check(BLOCKED, '--product', 'RASP')).toMatchObject({ code: 0, stdout: `${BLOCKED}\tUNLISTED\t\tRASP\n` })
  expect(await check('0x12')).toMatchObject({ code: way === 'over HTTP' ? 0 : 2 })
})

test('shows the entry that decides first, however old the one is that it beats', async () => {
  const cli = makeCli()
  const add = async (...argv: string[]) => (await cli(['control-list', 'add', BLOCKED, ...argv])).stdout.trim()
  for (const order of [
    ['block', 'allow'],
    ['allow', 'block'],
  ] as const) {
    const ids = new Map<string, string>()
    for (const type of order)
      ids.set(type, await add('--type', type, '--chain', type === 'allow' ? 'base' : 'ethereum'))
    const shown = `${BLOCKED}\tBLOCKED\t${ids.get('block')},${ids.get('allow')}\tSONAR\n`
    expect(await cli(['control-list', 'show', BLOCKED])).toMatchObject({ code: 12, stdout: shown })
    for (const id of ids.values()) await cli(['control-list', 'remove', id, '--yes'])
  }
})
