// node ethers.mjs <way> <to> <account>: sends 1 gwei to an address with ethers 6, through ETH_RPC_URL.
import { isError, JsonRpcProvider, Wallet } from 'ethers'
import { permit, runClient } from './run-client.mjs'

const provider = new JsonRpcProvider(process.env.ETH_RPC_URL, 1, { staticNetwork: true, polling: true })
provider.pollingInterval = 50
const value = 10n ** 9n

await runClient({
  async receiptOf(hash) {
    // ethers wakes at the block after the first one that it reads: that can be the block of the transaction, and the last one.
    for (;;) {
      const receipt = await provider.waitForTransaction(hash, 1, 2000).catch((error) => {
        if (!isError(error, 'TIMEOUT')) throw error
      })
      if (receipt) return receipt.status === 1
    }
  },
  ways: {
    sendTransaction: async (to, account) =>
      (await (await provider.getSigner(account)).sendTransaction({ to, value })).hash,
    sendRawTransaction: async (to, key) => (await new Wallet(key, provider).sendTransaction({ to, value })).hash,
    // Requests of one turn of the event loop are one batch.
    async batched(to, key) {
      const wallet = new Wallet(key, provider)
      const signed = await wallet.signTransaction(await wallet.populateTransaction({ to, value }))
      const [{ hash }] = await Promise.all([
        provider.broadcastTransaction(signed),
        provider.send('eth_blockNumber', []),
        provider.send('eth_getBalance', [to, 'latest']),
      ])
      return hash
    },
    async signTypedData(to, account) {
      const { domain, types, message } = permit(account, to)
      return (await provider.getSigner(account)).signTypedData(domain, types, message)
    },
  },
})
