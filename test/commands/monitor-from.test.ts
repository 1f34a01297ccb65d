import { expect } from 'vitest'
import { follow } from '../support/chain/followed.ts'
import { makeCli, test } from '../support/cli.ts'

const MONITORED = '0x7e57000000000000000000000000000000000001'
const HEAD = 20_000_000
const DAY_S = 86_400

const add = (from: number | string) => [
  'monitor',
  'add',
  MONITORED,
  '--chain',
  'ethereum',
  '--from-block',
  String(from),
]

test.each([1, HEAD, HEAD + 100, 'latest'])(
  'monitor add --from-block %s is accepted at head 20,000,000',
  async (from) => {
    const cli = makeCli()
    await follow(cli)
    expect(await cli(add(from))).toMatchObject({ code: 0 })
  },
)

test.each([HEAD + 10_000, 99_999_999_999])(
  'monitor add --from-block %i is refused there, and nothing is stored',
  async (from) => {
    const cli = makeCli()
    await follow(cli)
    const { code, stderr } = await cli(add(from))
    expect([code, stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining('from is in the future: the latest block that was seen is 20000000'),
    ])
    expect(code).not.toBe(0)
    expect((await cli(['monitor', 'list', '--json'])).stdout).toContain('"totalElements": 0')
  },
)

test('a block that the chain can have reached since the head was seen is accepted; any is where no head is known', async ({
  cli,
}) => {
  await follow(cli)
  cli.clock.advance(DAY_S * 1000)
  expect((await cli(add(HEAD + 20 * DAY_S))).code).not.toBe(0)
  expect(await cli(add(HEAD + 4 * DAY_S))).toMatchObject({ code: 0 })
  expect(await makeCli()(add(99_999_999_999))).toMatchObject({ code: 0 })
})
