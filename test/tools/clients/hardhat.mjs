// node hardhat.mjs <way> <to> <account>: sends 1 gwei to an address with Hardhat, whose network is ETH_RPC_URL.
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { runClient } from './run-client.mjs'

async function providerWith(accounts) {
  const proxied = { type: 'http', chainType: 'l1', chainId: 1, url: process.env.ETH_RPC_URL, accounts }
  const { network } = await createHardhatRuntimeEnvironment({ networks: { proxied } })
  const { provider } = await network.connect('proxied')
  return provider
}

const value = '0x3b9aca00'
let provider

await runClient({
  async receiptOf(hash) {
    for (;;) {
      const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
      if (receipt) return receipt.status === '0x1'
    }
  },
  ways: {
    async sendTransaction(to, from) {
      provider = await providerWith('remote')
      return provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value }] })
    },
    async sendRawTransaction(to, key) {
      provider = await providerWith([key])
      const [from] = await provider.request({ method: 'eth_accounts' })
      return provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value }] })
    },
  },
})
