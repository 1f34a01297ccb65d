import { configVariable, defineConfig } from 'hardhat/config'

// Hardhat 3. Under `txwarden proxy -- npx hardhat …` ETH_RPC_URL is set; with a proxy that runs on its own,
// `export ETH_RPC_URL=http://127.0.0.1:8645`.
export default defineConfig({
  networks: {
    mainnet: {
      type: 'http',
      chainType: 'l1',
      url: configVariable('ETH_RPC_URL'),
      accounts: [configVariable('DEPLOYER_KEY')],
    },
  },
})
