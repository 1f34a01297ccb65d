import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { asTyped, makeCli, refuses, says, test } from '../support/cli.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const PAYMENT = `validate --chain ethereum --from ${ADDRESS} --to ${ADDRESS}`

describe('what is wrong is said of what was typed', () => {
  test.each([
    [
      `payload nonce ${ADDRESS}`,
      `payload nonce needs a verb before ${ADDRESS}: get, set\nTry: txwarden payload nonce get --chain`,
    ],
    [`monitor ${ADDRESS}`, `monitor needs a verb before ${ADDRESS}: list, add`],
    [`control-list update ${ADDRESS}`, 'needs --chain or --every-chain\n'],
    [`control-list update ${ADDRESS} --chain 1 --every-chain`, '--chain and --every-chain exclude each other'],
    [
      `safe check ${ADDRESS} --file examples/payment.json --nonce 42`,
      '--nonce, --tx-hash and --file exclude each other',
    ],
    ['api /api/v2/management/monitor --field name=x', 'a body needs a method: POST or PUT'],
    ['api GET', 'api needs <path>'],
    [`${PAYMENT} --value ${'9'.repeat(83)}`, 'is above 2^256 - 1 wei'],
    [`${PAYMENT} --value ${2n ** 256n}`, 'is above 2^256 - 1 wei'],
    [`${PAYMENT} --value 1e18`, '(Did you mean 1000000000000000000?)'],
    [`${PAYMENT} --value 1.5`, '(Did you mean 1.5ether?)'],
    [`${PAYMENT} --value 1,5`, 'is not an amount in wei, or with a unit: 1.5ether, 20gwei\n'],
    [`${PAYMENT} --data 0xabc`, 'is not call data: an even number of hex digits, with or without 0x'],
    [`${PAYMENT} --ip 999.1.1.1`, '--ip: "999.1.1.1" is not an IP address'],
    ['hold approve an-id --note fine', "unknown option '--note' (Did you mean --reason?)"],
    [`monitor add ${ADDRESS} --chain 1 --disabled`, "unknown option '--disabled' (Did you mean --state?)"],
    [`monitor add ${ADDRESS} --chain 1 --from 5`, "unknown option '--from' (Did you mean --from-block?)"],
    ['auth login --key both', "unknown option '--key' (Did you mean --kind?)"],
  ])('%s', async (line, text) => {
    expect(await makeCli()(asTyped(line))).toMatchObject(refuses(2, text))
  })

  test('a block time in the future, which is still reported', async ({ cli }) => {
    const { svcTxId } = JSON.parse((await cli([...asTyped(PAYMENT), '--json'])).stdout)
    const report = ['tx', 'update', svcTxId, '--block-number', '5', '--block-time', '2099-01-01T00:00:00Z']
    expect(await cli(report)).toMatchObject(says(0, '! 2099-01-01T00:00:00.000Z is in the future'))
  })

  test('a feed that is in no catalogue, by its name', async ({ cli }) => {
    const { stderr } = await cli(['intel', 'enable', 'nosuch'])
    expect(stderr).toContain('source "nosuch" is not in the catalogue: ofac, ')
  })

  test('columns of a file, by the names that they have there', async ({ cli }) => {
    const file = join(cli.home, 'rows.csv')
    writeFileSync(file, `address,colour\n${ADDRESS},red\n`)
    const entries = await cli(['control-list', 'import', file, '--type', 'block'])
    expect(entries.stderr).toContain('Known columns: address, type, product, chain; ignored: id, ')
    writeFileSync(file, `address\n${ADDRESS}\n`)
    expect((await cli(['monitor', 'import', file])).stderr).toContain('line 2: chain is required')
  })

  test('a remote profile where a local one is needed, with the command line that would do', async ({ cli }) => {
    await cli(['profile', 'create', 'team', '--base-url', 'https://api.example.com'])
    for (const line of ['-p team keys list --limit 3', 'keys list --limit 3 --profile=team']) {
      const refused = await cli(asTyped(line))
      expect(refused).toMatchObject(refuses(2, 'needs a local profile; profile team is remote'))
      expect(refused.stderr).toContain('Try: txwarden --profile local keys list --limit 3\n')
    }
    await cli(['profile', 'create', 'sandbox'])
    expect((await cli(['-p', 'team', 'keys', 'list'])).stderr).toContain('Local profiles: local, sandbox.')
  })
})

describe('tab-separated output has no header, and so', () => {
  test('counts have their names', async ({ cli }) => {
    expect((await cli(['delivery', 'send'])).stdout).toContain('sent\t0\nfailedAttempts\t0\n')
    expect((await cli(['delivery', 'send', '--fields', 'sent,failed'])).stdout).toBe('0\t0\n')
    expect((await cli(['local', 'prune', '--older-than', '90d', '--yes'])).stdout).toContain('transactions\t0\n')
  })

  test('a line begins with what it is about', async ({ cli }) => {
    expect((await cli(['profile', 'create', 'sandbox'])).stdout).toMatch(/^sandbox\tlocal\t/)
    const file = join(cli.home, 'copy.db')
    expect((await cli(['local', 'backup', file])).stdout).toBe(`${file}\n`)
  })
})
