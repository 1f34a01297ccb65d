// node ethers5.mjs <way> <to> <account>: sends 1 gwei to an address with ethers 5, through ETH_RPC_URL.
import { ethers } from 'ethers5'
import { runClient } from './run-client.mjs'

const provider = new ethers.providers.StaticJsonRpcProvider(process.env.ETH_RPC_URL, 1)
provider.pollingInterval = 50
const value = ethers.BigNumber.from(10 ** 9)

await runClient({
  async receiptOf(hash) {
    const { status } = await provider.waitForTransaction(hash)
    return status === 1
  },
  ways: {
    sendTransaction: async (to, account) => (await provider.getSigner(account).sendTransaction({ to, value })).hash,
    sendRawTransaction: async (to, key) => (await new ethers.Wallet(key, provider).sendTransaction({ to, value })).hash,
  },
})
