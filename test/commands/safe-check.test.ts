import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cli, makeCli } from '../support/cli.ts'
import { serviceRow } from '../support/safe-service.ts'

const safe = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const unknown = '0x1111111111111111111111111111111111111111'
const fields = { to: unknown, data: '0xdeadbeef', operation: 1, nonce: 41n } as const

function fileIn({ home }: Cli, name: string, value: unknown): string {
  const path = join(home, name)
  writeFileSync(path, JSON.stringify(value))
  return path
}

describe('safe check of a file, without a node and without a service', () => {
  const check = async (cli: Cli, ...argv: string[]) => {
    const { code, stdout, stderr } = await cli(['safe', 'check', safe, '--chain', 'ethereum', ...argv, '--json'])
    return { code, stderr, body: stdout === '' ? undefined : JSON.parse(stdout) }
  }

  it.each(['0.1.0', '1.1.1', '1.4.1'])('finds the version %s by the hash that the file claims', async (version) => {
    const cli = makeCli()
    const row = serviceRow({ safe, version }, fields)
    const { code, body } = await check(cli, '--file', fileIn(cli, 'tx.json', row))
    expect(code).toBe(12)
    expect(body).toMatchObject({ verdict: 'BLOCKED', combinedScore: 80 })
    expect(Object.keys(body)[0]).toBe('verdict')
    expect(body.safe).toMatchObject({ safeTxHash: row.safeTxHash, claimedHash: row.safeTxHash, mismatches: [] })
    expect(body.safe).toMatchObject({ threshold: null, executable: null })
  })

  it('ends with 12 when the claimed hash is that of other fields', async () => {
    const cli = makeCli()
    const row = { ...serviceRow({ safe }, { ...fields, operation: 0 }), value: '1' }
    const { code, body } = await check(cli, '--file', fileIn(cli, 'tx.json', row), '--fail-on', 'never')
    expect(code).toBe(12)
    expect(body).toMatchObject({ valid: false, error: expect.stringContaining('hash-mismatch') })
  })

  it('ends with 12 when it is not what was prepared', async () => {
    const cli = makeCli()
    const row = serviceRow({ safe }, { ...fields, operation: 0 })
    const file = fileIn(cli, 'tx.json', row)
    const { to, data } = fields
    const same = fileIn(cli, 'same.json', { to, value: '0', data })
    expect((await check(cli, '--file', file, '--expect', same, '--fail-on', 'never')).code).toBe(0)
    const other = fileIn(cli, 'other.json', { to, value: '1', data })
    const { code, body } = await check(cli, '--file', file, '--expect', other, '--fail-on', 'never')
    expect(code).toBe(12)
    expect(body.safe.mismatches).toEqual(['value is 0, and 1 is prepared'])
  })

  it('compares the Safe, the hash, dataGas, each chain and the sender of what was prepared', async () => {
    const cli = makeCli()
    const file = fileIn(cli, 'tx.json', serviceRow({ safe }, { ...fields, operation: 0 }))
    const { to, data } = fields
    const plain = { to, value: '0', data }
    const expecting = async (prepared: object) => {
      const expected = fileIn(cli, 'prepared.json', prepared)
      const { code, stderr, body } = await check(cli, '--file', file, '--expect', expected, '--fail-on', 'never')
      return { code, said: body?.safe.mismatches.length ?? stderr }
    }
    const transaction = { ...plain, from: unknown, chainId: '0xa' }
    for (const [prepared, count] of [
      [{ ...plain, safe, chainId: 1 }, 0],
      [{ ...plain, safe: unknown }, 1],
      [{ ...plain, safeTxHash: `0x${'1'.repeat(64)}` }, 1],
      [{ ...plain, dataGas: 7 }, 1],
      [{ ...plain, chainId: 1, chain: 10 }, 1],
      [{ transactions: [{ ...plain, chainId: 10 }] }, 1],
      [{ transactions: [plain], meta: { createdFromSafeAddress: unknown } }, 1],
      [{ transactions: [{ transaction }], chain: 1 }, 2],
    ] as const)
      expect(await expecting(prepared)).toEqual({ code: count === 0 ? 0 : 12, said: count })
    for (const misspelt of [{ opration: 1 }, { safeTxgas: 9 }])
      expect(await expecting({ ...plain, ...misspelt })).toMatchObject({
        code: 8,
        said: expect.stringContaining('unknown field'),
      })
  })

  it('reads 2,000 signatures, and says where the others begin', async () => {
    const cli = makeCli()
    const address = (at: number) => `0x${at.toString(16).padStart(40, '0')}`
    const confirmations = Array.from({ length: 3000 }, (_, at) => ({ owner: address(at), signature: null }))
    const row = { ...serviceRow({ safe }, fields), confirmations }
    const { body } = await check(cli, '--file', fileIn(cli, 'tx.json', row))
    expect(body.safe.confirmations).toHaveLength(2001)
    expect(body.safe.confirmations.at(-1)).toEqual({ owner: address(2000), valid: false, fault: 'over-limit' })
  })

  it('wants exactly one transaction', async () => {
    expect(await check(makeCli())).toMatchObject({ code: 2 })
    expect(await check(makeCli(), '--nonce', '1', '--tx-hash', `0x${'1'.repeat(64)}`)).toMatchObject({ code: 2 })
  })
})
