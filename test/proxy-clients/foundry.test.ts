import { afterAll, beforeAll, expect } from 'vitest'
import { type FundedAccount, fundedAccounts } from '../support/chain/funded-accounts.ts'
import { needs } from '../support/needs.ts'
import { BLOCKED, KNOWN, type ProxiedChain, startProxiedChain } from '../support/proxy/proxied-chain.ts'
import { expectMined, expectRefused } from './expect-sent.ts'
import { writeFoundryProject } from './foundry-project.ts'

let chain: ProxiedChain
const start = async () => {
  chain = await startProxiedChain()
  writeFoundryProject(chain.home)
}
const stop = () => chain[Symbol.asyncDispose]()

const key = () => ['--private-key', chain.account.privateKey]
const sendTo = (to: string, ...args: readonly string[]) => chain.run('cast', ['send', to, '--value', '1gwei', ...args])

{
  const { describe, test } = needs('anvil', 'cast')

  describe('cast behind the proxy', () => {
    beforeAll(start)
    afterAll(stop)

    const ways: Record<string, (to: string) => ReturnType<ProxiedChain['run']>> = {
      'cast send with a key': (to) => sendTo(to, ...key()),
      'cast send of an account of the node': (to) => sendTo(to, '--unlocked', '--from', chain.unlocked),
      'cast publish': async (to) => {
        const { stdout } = await chain.run('cast', ['mktx', to, '--value', '1gwei', ...key()])
        return chain.run('cast', ['publish', stdout.trim()])
      },
    }
    for (const [name, way] of Object.entries(ways)) {
      test(`shows why ${name} is refused`, async () => {
        const { stderr } = await expectRefused(chain, () => way(BLOCKED))
        expect(stderr).toMatch(/^Error: .*error code -32003: txwarden blocked this/)
      })
      test(`gets the receipt of ${name}`, async () => {
        expect((await expectMined(chain, () => way(KNOWN))).stdout).toMatch(/status.*(?:success|0x1)/)
      })
    }

    const nonce = async (address: string) =>
      String(Number(await chain.rpc('eth_getTransactionCount', address, 'latest')))

    test('cancels what was refused, also from an address on the block list', async () => {
      const { address, privateKey } = chain.blockedAccount
      const from = ['--private-key', privateKey, '--nonce', await nonce(address)]
      const before = await chain.rpc('eth_getTransactionCount', address, 'latest')
      const refused = await sendTo(KNOWN, ...from)
      expect(refused.stderr).toContain('txwarden blocked this: ')
      const withValue = await sendTo(address, ...from)
      expect(withValue.stderr).toContain('txwarden blocked this: ')
      expect(await chain.rpc('eth_getTransactionCount', address, 'latest')).toBe(before)
      const cancel = await chain.run('cast', ['send', address, '--value', '0', ...from])
      expect(cancel.stdout).toMatch(/status.*success/)
      expect(await nonce(address)).toBe(String(Number(before) + 1))
    })

    test('cancels nothing from an account whose delegate would run', async () => {
      const [delegated] = fundedAccounts('delegated account', 1)
      if (!delegated) throw new Error('no account')
      const { address, privateKey } = delegated
      const delegate = `0x${'de'.repeat(20)}`
      // Sends one wei.
      await chain.rpc('anvil_setCode', delegate, `0x5f5f5f5f600173${BLOCKED.slice(2)}5af100`)
      await chain.rpc('anvil_setCode', address, `0xef0100${delegate.slice(2)}`)
      await chain.rpc('anvil_setBalance', address, '0xde0b6b3a7640000')
      const stolen = async () => Number(await chain.rpc('eth_getBalance', BLOCKED, 'latest'))
      const cancel = ['send', address, '--value', '0', '--private-key', privateKey, '--gas-limit', '100000']
      const before = await stolen()
      chain.sends()
      const refused = await chain.run('cast', cancel)
      expect(refused.stderr).toMatch(/txwarden blocked this: delegate 0xdededede.* gets control of the account/i)
      expect([chain.sends(), await stolen()]).toEqual([[], before])
      await chain.run('cast', cancel, { ETH_RPC_URL: chain.tap.url })
      expect(await stolen()).toBe(before + 1)
    })

    test('sends another transaction in place of a refused one', async () => {
      const at = ['--nonce', await nonce(chain.account.address), ...key()]
      await expectRefused(chain, () => sendTo(BLOCKED, ...at))
      await expectMined(chain, () => sendTo(KNOWN, ...at))
    })

    test('does not replace a waiting transaction by one that is refused', async () => {
      const { address } = chain.account
      const at = ['--nonce', await nonce(address), '--async', ...key()]
      await chain.rpc('evm_setAutomine', false)
      try {
        const waits = await sendTo(KNOWN, ...at, '--gas-price', '3gwei', '--priority-gas-price', '1gwei')
        expect(waits.code).toBe(0)
        const fees = ['--gas-price', '30gwei', '--priority-gas-price', '10gwei']
        const refused = await expectRefused(chain, () => sendTo(BLOCKED, ...at, ...fees))
        expect(refused.stderr).toContain('-32003')
        await chain.rpc('evm_mine')
        const receipt = (await chain.rpc('eth_getTransactionReceipt', waits.stdout.trim())) as { readonly to: string }
        expect(receipt.to).toBe(KNOWN)
      } finally {
        await chain.rpc('evm_setAutomine', true)
      }
    })
  })
}

{
  const { describe, test } = needs('anvil', 'forge')

  describe('forge behind the proxy', () => {
    beforeAll(start)
    afterAll(stop)

    const script = (to: string) =>
      chain.run('forge', ['script', 'script/Pay.s.sol', '--broadcast', '--rpc-url', chain.url, ...key()], { TO: to })
    const create = ({ privateKey }: FundedAccount) =>
      chain.run('forge', [
        'create',
        'src/Box.sol:Box',
        '--broadcast',
        '--rpc-url',
        chain.url,
        '--private-key',
        privateKey,
        '--value',
        '1gwei',
        '--constructor-args',
        KNOWN,
      ])

    test('shows why a script is refused, with one verdict for all of its attempts', async () => {
      const { stderr } = await expectRefused(chain, () => script(BLOCKED))
      expect(stderr).toContain('after 4 attempts')
      expect(new Set(stderr.match(/(?<=txwarden tx show )[0-9a-f-]{36}/g))).toHaveProperty('size', 1)
    })
    test('shows why a creation is refused', async () => {
      await expectRefused(chain, () => create(chain.blockedAccount))
    })
    test('gets the receipts of a script', async () => {
      expect((await expectMined(chain, () => script(KNOWN))).stdout).toContain(
        'ONCHAIN EXECUTION COMPLETE & SUCCESSFUL',
      )
    })
    test('creates a contract', async () => {
      expect((await expectMined(chain, () => create(chain.account))).stdout).toMatch(/Deployed to: 0x/)
    })
  })
}
