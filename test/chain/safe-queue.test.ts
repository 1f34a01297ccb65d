import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import * as Hex from 'ox/Hex'

import { expect, onTestFinished } from 'vitest'
import { checksummed } from '../../src/api/address.ts'
import { controlSlots } from '../../src/service/evm/control-slots.ts'
import type { Service } from '../../src/service/index.ts'
import { sealService } from '../../src/service/safes/service-secret.ts'
import { insertSafe, listSafes } from '../../src/service/store/repositories/safes.ts'
import { safeHashes, safeMessageHashes } from '../../src/shared/safe/hashes.ts'
import { plainCall, rejection, type SafeTransaction } from '../../src/shared/safe/transaction.ts'
import { type SafeVersion, safeVersion } from '../../src/shared/safe/versions.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { eventually } from '../support/chain/follow-lab.ts'
import { sharedFundedNode } from '../support/chain/funded-node.ts'
import { createOfSafe, createSafe, type SafeVersionName } from '../support/chain/safe-contracts.ts'
import { hex } from '../support/chain/test-chain.ts'
import { people, units } from '../support/chain/world.ts'
import { type Cli, makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'
import { openForTest } from '../support/open-service.ts'
import { type SafeServiceStandIn, serviceRow, startSafeService } from '../support/safe-service.ts'

const { alice, bob, carol, deployer, thief } = people
const { describe, test } = needs('anvil')

interface Sent {
  readonly kind: string
  readonly content: Readonly<Record<string, unknown>> & { readonly kinds: readonly string[]; readonly safe: object }
}

/** A database with a Safe, its service, and a MONITOR alert. */
class Desk {
  readonly service: Service
  readonly standIn: SafeServiceStandIn
  readonly safe: string
  readonly version: SafeVersionName
  readonly cli: Cli

  constructor(parts: Pick<Desk, 'service' | 'standIn' | 'safe' | 'version' | 'cli'>) {
    this.service = parts.service
    this.standIn = parts.standIn
    this.safe = parts.safe
    this.version = parts.version
    this.cli = parts.cli
  }

  /** A row of the queue, signed by some of the owners. */
  row(fields: Partial<SafeTransaction> & { readonly nonce: bigint }, by: readonly (typeof alice)[], more = {}) {
    const { version } = this
    const row = serviceRow({ safe: this.safe, version }, fields, more)
    const confirmations = by.map((owner) => ({ owner: owner.address, signature: owner.sign(row.safeTxHash) }))
    return { ...row, confirmations, proposer: by[0]?.address ?? null, ...more }
  }

  /** Messages so far, oldest first. */
  async sent(): Promise<Sent[]> {
    const rows = await this.service.store.read
      .selectFrom('alert_events')
      .select(['kind', 'content', 'alert_type'])
      .where('subject', 'like', 'safe:%')
      .orderBy('id')
      .execute()
    return rows.map(({ kind, content }) => ({ kind: String(kind), content: JSON.parse(content) }))
  }

  /** Has the Safe polled at once, and waits until that is done. @param expected code of the error that is noted with it */
  async poll(expected?: string): Promise<void> {
    const { store } = this.service
    const turnOf = async () => (await listSafes(store.read))[0]
    const before = (await turnOf())?.turn
    await store.write((db) => db.updateTable('safes').set({ next_poll_at: 0 }).execute())
    await eventually('a poll', async () => {
      const row = await turnOf()
      if (row?.error && row.error_code !== expected) throw new Error(row.error)
      return row && row.turn > (before ?? 0) ? true : undefined
    })
  }
}

describe('the queue of a Safe that is followed', () => {
  const shared = sharedFundedNode()

  async function openDesk(
    version: SafeVersionName,
    threshold = 2,
    owners: readonly string[] = [alice.address, bob.address, carol.address],
  ): Promise<Desk> {
    const { safe } = await createSafe(shared.chain, deployer.address, version, { owners, threshold })
    await shared.chain.rpc('hardhat_setBalance', safe, hex(units.ether(100)))
    const cli = makeCli()
    const standIn = await startSafeService()
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: shared.node.url }
    const random = (length: number) => randomFillSync(new Uint8Array(length))
    const database = join(cli.home, 'local.db')
    const created = await cli(['alert', 'create', '--name', 'Safes', '--type', 'MONITOR', '--json'], { env })
    expect(created).toMatchObject({ code: 0 })
    const service = await openForTest({ database, keyFolder: cli.home, env, clock: systemClock, random })
    const keyring = service.masterKey.create()
    const id = '01a21bd0-0000-7000-8000-000000000001'
    const columns = sealService(keyring, { id, chain_id: '1' }, { url: standIn.url })
    await service.store.write((db) =>
      insertSafe(db, {
        id,
        chain_id: '1',
        address_key: safe,
        name: 'treasury',
        created_at: Date.now(),
        ...columns,
      }),
    )
    const poller = await service.followSafes('all')
    onTestFinished(() => poller.stop())
    return new Desk({ service, standIn, safe, version, cli })
  }

  for (const version of ['1.1.1', '1.3.0', '1.4.1'] as const)
    test(`of version ${version}: each step has one message, and none is sent twice`, async () => {
      const desk = await openDesk(version)
      const pay = { to: thief.address.toLowerCase() as Hex.Hex, value: units.ether(1), nonce: 0n }
      desk.standIn.transactions = [desk.row(pay, [])]
      await desk.poll()
      await desk.poll()
      const [first, ...others] = await desk.sent()
      expect(others).toEqual([])
      const { safeTxHash } = desk.standIn.transactions[0] as { safeTxHash: string }
      expect(first).toMatchObject({
        kind: 'queued',
        content: { safeTxHash, safe: { name: 'treasury', nonce: '0', signed: 0, threshold: 2 } },
      })

      desk.standIn.transactions = [desk.row(pay, [alice])]
      await desk.poll()
      desk.standIn.transactions = [desk.row(pay, [alice, bob])]
      await desk.poll()
      expect((await desk.sent()).map(({ kind }) => kind)).toEqual(['queued', 'confirmed', 'executable'])

      await execute(desk, pay, [alice, bob])
      desk.standIn.transactions = []
      await desk.poll()
      expect((await desk.sent()).map(({ kind }) => kind)).toEqual(['queued', 'confirmed', 'executable', 'executed'])

      const page = await desk.cli(['tx', 'report', safeTxHash, '--md', '-'])
      expect(page).toMatchObject({ code: 0, stderr: '' })
      expect(page.stdout).toContain(`| Safe transaction hash | \`${safeTxHash}\` |`)
      expect(page.stdout).toContain('| state in the queue | executed |')
      const unknown = await desk.cli(['tx', 'report', `0x${'ab'.repeat(32)}`, '--md', '-'])
      expect(unknown).toMatchObject({ code: 5, stdout: '' })
    })

  for (const version of ['1.1.1', '1.5.0'] as const)
    test(`of version ${version}: what a module executes has one message`, async () => {
      const desk = await openDesk(version)
      await desk.poll()
      await shared.chain.invoke(desk.safe, desk.safe, 'enableModule(address)', carol.address)
      await desk.poll()
      const execute = 'execTransactionFromModule(address,uint256,bytes,uint8)'
      await shared.chain.invoke(carol.address, desk.safe, execute, thief.address, units.ether(1), '0x', 0)
      await desk.poll()
      await desk.poll()
      expect(await desk.sent()).toMatchObject([
        { kind: 'config-changed' },
        {
          kind: 'unqueued-execution',
          content: {
            safe: { changes: [expect.stringMatching(new RegExp(`^executed by the module ${carol.address} in`, 'i'))] },
          },
        },
      ])
    })

  test('a delegatecall to unknown code is blocked, and a wrong hash as well', async () => {
    const desk = await openDesk('1.4.1')
    const call = { to: thief.address.toLowerCase() as Hex.Hex, data: '0xdeadbeef' as Hex.Hex, operation: 1, nonce: 0n }
    const other = desk.row({ ...call, operation: 0, nonce: 1n }, [alice])
    desk.standIn.transactions = [desk.row(call, [alice]), { ...other, data: '0xcafecafe' }]
    await desk.poll()
    const [first, second] = await desk.sent()
    expect(first?.content).toMatchObject({
      result: { verdict: 'BLOCKED', combinedScore: 80 },
      safe: { delegatecall: expect.stringMatching(new RegExp(thief.address, 'i')) },
    })
    expect(second?.content).toMatchObject({
      result: { verdict: 'BLOCKED', error: expect.stringContaining('hash-mismatch') },
      safe: { signed: 0 },
    })
  })

  test('replaced, withdrawn, executed without having been queued, and changes of the Safe', async () => {
    const desk = await openDesk('1.3.0')
    const pay = { to: bob.address.toLowerCase() as Hex.Hex, value: 1n, nonce: 0n }
    desk.standIn.transactions = [desk.row(pay, [alice]), desk.row({ ...pay, nonce: 1n }, [alice])]
    await desk.poll()
    const before = (await desk.sent()).length
    await execute(desk, rejection(desk.safe as Hex.Hex, 0n), [alice, bob])
    desk.standIn.transactions = []
    await desk.poll()
    const kinds = (await desk.sent()).slice(before).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['replaced', 'unqueued-execution', 'withdrawn'])

    const lower = await thresholdCall(desk, 1)
    await execute(desk, lower, [alice, bob])
    desk.standIn.delegates = [
      { safe: checksummedOf(desk), delegate: thief.address, delegator: alice.address, label: '' },
    ]
    for (let turn = 0; turn < 3; turn++) await desk.poll()
    const last = (await desk.sent()).slice(before + 3)
    expect(last.map(({ kind }) => kind).sort()).toEqual(['config-changed', 'delegate-added', 'unqueued-execution'])
    expect(last.find(({ kind }) => kind === 'config-changed')?.content).toMatchObject({
      safe: { changes: ['threshold 2 → 1'] },
    })
  })

  test('an error of the service changes no item', async () => {
    const desk = await openDesk('1.4.1')
    desk.standIn.transactions = [desk.row({ to: bob.address.toLowerCase() as Hex.Hex, nonce: 0n }, [alice])]
    await desk.poll()
    desk.standIn.instead = () => ({ status: 503, body: '' })
    await desk.service.store.write((db) => db.updateTable('safes').set({ next_poll_at: 0 }).execute())
    await eventually('the error', async () => (await listSafes(desk.service.store.read))[0]?.error ?? undefined)
    expect((await desk.sent()).map(({ kind }) => kind)).toEqual(['queued'])
    expect(await desk.service.store.read.selectFrom('safe_items').select('state').execute()).toEqual([
      { state: 'queued' },
    ])
  })

  test('safe check says whether the guard lets it pass, and what happens without a guard that refuses', async () => {
    const desk = await openDesk('1.4.1')
    const guard = '0x7e570000000000000000000000000000000000c2'
    await shared.chain.rpc(
      'hardhat_setStorageAt',
      desk.safe,
      controlSlots.guard,
      `0x${guard.slice(2).padStart(64, '0')}`,
    )
    desk.standIn.transactions = [
      desk.row({ to: bob.address.toLowerCase() as Hex.Hex, value: units.ether(1), nonce: 0n }, [alice]),
    ]
    const check = async () => {
      const env = { TXWARDEN_CHAIN_ETHEREUM_URL: shared.node.url }
      const { stdout } = await desk.cli(['safe', 'check', 'treasury', '--nonce', '0', '--json'], { env })
      return JSON.parse(stdout)
    }
    // STOP, then REVERT without a reason.
    await shared.chain.rpc('hardhat_setCode', guard, '0x00')
    expect((await check()).safe.guard).toEqual({ address: checksummed(guard), outcome: 'passes' })
    await shared.chain.rpc('hardhat_setCode', guard, '0x5f5ffd')
    const refused = await check()
    expect(refused.safe.guard).toMatchObject({ address: checksummed(guard), outcome: 'refuses' })
    expect(refused.simulation).toMatchObject({ status: 'ok' })
  })

  test('safe check, safe queue and safe reject say what waits, and end with its verdict', async () => {
    const desk = await openDesk('1.4.1')
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: shared.node.url }
    const run = async (...argv: string[]) => {
      const { code, stdout, stderr } = await desk.cli([...argv, '--json'], { env })
      return { code, stderr, body: stdout === '' ? undefined : JSON.parse(stdout) }
    }
    const call = { to: thief.address.toLowerCase() as Hex.Hex, data: '0xdeadbeef' as Hex.Hex, operation: 1, nonce: 0n }
    const foreign = { owner: thief.address, signature: thief.sign(desk.row(call, []).safeTxHash) }
    const queued = desk.row(call, [alice])
    desk.standIn.transactions = [{ ...queued, confirmations: [...queued.confirmations, foreign] }]
    const { safeTxHash } = queued

    const checked = await run('safe', 'check', 'treasury', '--nonce', '0')
    expect(checked).toMatchObject({ code: 12, body: { verdict: 'BLOCKED', combinedScore: 80 } })
    expect(checked.body.safe).toMatchObject({
      safeTxHash,
      claimedHash: safeTxHash,
      nonce: '0',
      threshold: 2,
      executable: false,
      mismatches: [],
      confirmations: [
        { owner: alice.address.toLowerCase(), valid: true },
        { owner: thief.address.toLowerCase(), valid: false, fault: 'not-owner' },
      ],
    })
    const list = await run('safe', 'queue')
    expect(list).toMatchObject({
      code: 12,
      body: { content: [{ verdict: 'BLOCKED', nonce: '0', safeTxHash, signed: 1 }] },
    })
    expect((await run('safe', 'queue', '--fail-on', 'never')).code).toBe(0)

    // Two of one nonce: neither is chosen.
    desk.standIn.transactions = [queued, desk.row({ to: bob.address.toLowerCase() as Hex.Hex, nonce: 0n }, [alice])]
    const both = await run('safe', 'check', 'treasury', '--nonce', '0')
    expect(both.code).toBe(2)
    expect(both.stderr).toContain(safeTxHash)
    expect((await run('safe', 'check', 'treasury', '--tx-hash', safeTxHash)).body.safe.sameNonce).toHaveLength(1)
    expect((await run('safe', 'check', 'treasury', '--nonce', '7')).code).toBe(5)

    // A claim that is not the hash of the fields is 12 with any verdict.
    desk.standIn.transactions = [
      { ...desk.row({ to: bob.address.toLowerCase() as Hex.Hex, nonce: 0n }, [alice]), value: '1' },
    ]
    const wrong = await run('safe', 'check', 'treasury', '--nonce', '0', '--fail-on', 'never')
    expect(wrong).toMatchObject({ code: 12, body: { verdict: 'BLOCKED', safe: { mismatches: [expect.any(String)] } } })

    const rejected = await run('safe', 'reject', 'treasury', '--nonce', '0')
    expect(rejected.body).toMatchObject({ to: rejected.body.safe, value: '0', data: '0x', nonce: '0' })
    expect(rejected.body.safeTxHash).toBe(desk.row(rejection(desk.safe as Hex.Hex, 0n), []).safeTxHash)

    desk.standIn.instead = () => ({ status: 503, body: '' })
    expect((await run('safe', 'check', 'treasury', '--nonce', '0')).code).toBe(6)
    desk.standIn.instead = () => ({ status: 429, body: '' })
    expect((await run('safe', 'queue', 'treasury')).code).toBe(7)
    desk.standIn.instead = () => ({ status: 401, body: '' })
    expect((await run('safe', 'queue', 'treasury')).code).toBe(3)
    // No page of it is small enough to be read.
    desk.standIn.requests.length = 0
    desk.standIn.instead = () => ({ body: ' '.repeat(33 * 1024 * 1024) })
    const endless = await run('safe', 'queue', 'treasury')
    expect(endless.code).toBe(6)
    expect(endless.stderr).toContain('a page with one entry is larger than 32 MiB')
    expect(desk.standIn.requests).toHaveLength(3)
  })

  test('an entry that cannot be read hides no other: it is NO DATA, and is notified once', async () => {
    const desk = await openDesk('1.4.1')
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: shared.node.url }
    const queue = async (...argv: string[]) => {
      const { code, stdout } = await desk.cli(['safe', 'queue', 'treasury', ...argv, '--json'], { env })
      return { code, rows: JSON.parse(stdout || '{}').content }
    }
    const pay = { to: bob.address.toLowerCase() as Hex.Hex, value: 5n }
    const good = desk.row({ ...pay, nonce: 0n }, [alice])
    const broken = desk.row({ ...pay, nonce: 1n }, [alice])
    desk.standIn.transactions = [good, { ...broken, safeTxHash: 'none' }]
    const { code, rows } = await queue()
    expect(rows).toMatchObject([
      { nonce: '0', safeTxHash: good.safeTxHash },
      { verdict: 'NO DATA', safeTxHash: null, isIllegible: true, what: 'an entry that cannot be read' },
    ])
    expect(code).toBe(6)
    expect((await queue('--fail-on', 'no-data')).code).toBe(10)
    expect((await queue('--fail-on', 'never')).code).toBe(0)

    // Its hash can be read, but not what it does.
    desk.standIn.transactions = [good, { ...broken, data: 'none' }]
    expect(await queue()).toMatchObject({
      code: 6,
      rows: [{ nonce: '0' }, { verdict: 'NO DATA', safeTxHash: broken.safeTxHash, isIllegible: true }],
    })

    desk.standIn.transactions = [good, { ...broken, safeTxHash: 'none' }]
    const unread = async () => (await desk.sent()).filter(({ content }) => content.safeTxHash === undefined)
    for (let turn = 0; turn < 3; turn++) await desk.poll('incomplete-queue')
    expect(await unread()).toMatchObject([
      {
        kind: 'queued',
        content: { safe: { changes: [expect.stringContaining('1 entry of the queue is not legible')] } },
      },
    ])
    desk.standIn.transactions = [good]
    await desk.poll('incomplete-queue')
    desk.standIn.transactions = [good, { ...broken, safeTxHash: 'none' }]
    await desk.poll('incomplete-queue')
    expect(await unread()).toHaveLength(2)
  })

  for (const version of ['1.4.1', '1.5.0'] as const)
    test(`of version ${version}: an owner that is a Safe signs as a contract, and approves what the queue has`, async () => {
      const path = 'handler/CompatibilityFallbackHandler:CompatibilityFallbackHandler'
      const handler = await createOfSafe(shared.chain, [deployer.address, version, path])
      const members = [alice, bob].toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
      const { safe: child } = await createSafe(shared.chain, deployer.address, version, {
        owners: members.map(({ address }) => address),
        threshold: 2,
        handler,
      })
      const desk = await openDesk(version, 2, [child, carol.address])
      const env = { TXWARDEN_CHAIN_ETHEREUM_URL: shared.node.url, SAFE_TRANSACTION_SERVICE_URL: desk.standIn.url }
      const check = async (...argv: string[]) => {
        const { code, stdout } = await desk.cli(['safe', 'check', ...argv, '--json'], { env })
        return { code, body: JSON.parse(stdout) }
      }
      const to = thief.address.toLowerCase() as Hex.Hex
      const call = { to, data: '0xdeadbeef' as Hex.Hex, operation: 1, nonce: 0n }
      const row = desk.row(call, [carol])
      const { safeTxHash } = row
      const named = safeVersion(version) as SafeVersion
      const transaction = { ...plainCall(to, call.data, 0n), operation: 1 }
      const hashes = safeHashes({ safe: desk.safe as Hex.Hex, chainId: 1n, version: named, transaction })
      expect(hashes.safeTxHash).toBe(safeTxHash)
      // Since 1.5.0 a Safe hands the hash to a contract, before what is hashed.
      const isHash = version === '1.5.0'
      const message = isHash ? hashes.safeTxHash : Hex.concat('0x1901', hashes.domainHash, hashes.messageHash)
      const { safeMessageHash } = safeMessageHashes({ safe: child as Hex.Hex, chainId: 1n, version: named, message })
      const signedBy = (some: readonly (typeof alice)[]) => {
        const inner = Hex.concat(...some.map((owner) => owner.sign(safeMessageHash) as Hex.Hex))
        const parts = [Hex.padLeft(child as Hex.Hex, 32), Hex.fromNumber(65, { size: 32 }), '0x00'] as const
        return Hex.concat(...parts, Hex.fromNumber(Hex.size(inner), { size: 32 }), inner)
      }
      const confirm = (some: readonly (typeof alice)[]) => {
        const contract = { owner: checksummed(child), signature: signedBy(some) }
        return { ...row, confirmations: [...row.confirmations, contract] }
      }
      desk.standIn.transactions = [confirm(members)]
      expect(await check('treasury', '--nonce', '0')).toMatchObject({
        code: 12,
        body: {
          verdict: 'BLOCKED',
          safe: {
            executable: true,
            confirmations: [{ valid: true }, { owner: child, valid: true, form: 'contract' }],
          },
        },
      })
      desk.standIn.transactions = [confirm(members.slice(0, 1))]
      expect((await check('treasury', '--nonce', '0')).body.safe).toMatchObject({
        executable: false,
        confirmations: [{ valid: true }, { owner: child, valid: false, fault: 'unproven' }],
      })

      const approve = Hex.concat('0xd4d9bdcd', safeTxHash as Hex.Hex)
      const approval = serviceRow({ safe: child, version }, { to: desk.safe as Hex.Hex, data: approve, nonce: 0n })
      desk.standIn.transactions = [row, approval]
      expect(await check(child, '--chain', 'ethereum', '--nonce', '0')).toMatchObject({
        code: 12,
        body: {
          verdict: 'BLOCKED',
          safe: { approves: { safe: checksummed(desk.safe), safeTxHash, nonce: '0', verdict: 'BLOCKED' } },
        },
      })

      desk.standIn.transactions = [row, desk.row({ to, nonce: 2n }, [])]
      expect((await check('treasury', '--nonce', '2')).body.safe).toMatchObject({ gaps: ['1'], executable: false })
    })

  test('lists find the validations by their origin', async () => {
    const desk = await openDesk('1.4.1')
    desk.standIn.transactions = [desk.row({ to: bob.address.toLowerCase() as Hex.Hex, value: 5n, nonce: 0n }, [alice])]
    await desk.poll()
    const { stdout } = await desk.cli(['tx', 'list', '--origin', 'safe-queue', '--json'])
    expect(JSON.parse(stdout).content).toMatchObject([{ origin: 'safe-queue', product: 'SONAR', value: '5' }])
  })

  function checksummedOf({ standIn, safe, version }: Desk): unknown {
    void standIn
    return serviceRow({ safe, version }, { nonce: 0n }).safe
  }

  async function thresholdCall({ safe }: Desk, threshold: number): Promise<SafeTransaction> {
    const data = `0x694e80c3${threshold.toString(16).padStart(64, '0')}` as Hex.Hex
    return plainCall(safe as Hex.Hex, data, await shared.chain.read<bigint>(safe, 'nonce() returns (uint256)'))
  }

  /** Executes with the signatures of owners. */
  async function execute(
    { safe, version }: Desk,
    fields: Partial<SafeTransaction> & { readonly nonce: bigint },
    by: readonly (typeof alice)[],
  ): Promise<void> {
    const tx = { ...plainCall(`0x${'0'.repeat(40)}`, '0x', fields.nonce), ...fields }
    const { safeTxHash } = serviceRow({ safe, version }, tx)
    const ordered = by.toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
    const signatures = `0x${ordered.map((owner) => owner.sign(safeTxHash).slice(2)).join('')}` as Hex.Hex
    const { execTransactionData } = await import('../../src/shared/safe/hashes.ts')
    await shared.chain.send({ from: deployer.address, to: safe, data: execTransactionData(tx, signatures) })
  }
})
