/** Room: Tokens that count as a dollar. */

/**
 * Stablecoins that their issuers redeem, or that the market keeps, at one dollar: by chain, address and decimals. None that
 * bears interest: its unit is worth more each day. Sources: the issuers' lists of contracts (Circle, Tether, Sky, Paxos, PayPal,
 * Ripple, First Digital, Gemini, Ethena, Aave, Liquity, Curve), the token lists of the bridges, and Binance for its pegged tokens.
 */
const dollars: Readonly<Record<string, readonly (readonly [address: string, decimals: number])[]>> = {
  '1': [
    ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6], // USDC
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 6], // USDT
    ['0x6B175474E89094C44Da98b954EedeAC495271d0F', 18], // DAI
    ['0xdC035D45d973E3EC169d2276DDab16f1e407384F', 18], // USDS
    ['0x6c3ea9036406852006290770BEdFcAbA0e23A0e8', 6], // PYUSD
    ['0x8292Bb45bf1Ee4d140127049757C2E0fF06317eD', 18], // RLUSD
    ['0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409', 18], // FDUSD
    ['0x8E870D67F660D95d5be530380D0eC0bd388289E1', 18], // USDP
    ['0x056Fd409E1d7A124BD7017459dFEa2F387b6d5Cd', 2], // GUSD
    ['0x4c9EDD5852cd905f086C759E8383e09bff1E68B3', 18], // USDe
    ['0x40D16FC0246aD3160Ccc09B8D0D3A2cD28aE6C2f', 18], // GHO
    ['0x5f98805A4E8be255a32880FDeC7F6728C6568bA0', 18], // LUSD
    ['0xf939E0A03FB07F59A73314E73794Be0E57ac1b4E', 18], // crvUSD
  ],
  '10': [
    ['0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 6], // USDC
    ['0x7F5c764cBc14f9669B88837ca1490cCa17c31607', 6], // USDC.e
    ['0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', 6], // USDT
    ['0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18], // DAI
  ],
  '56': [
    ['0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18], // USDC
    ['0x55d398326f99059fF775485246999027B3197955', 18], // USDT
    ['0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3', 18], // DAI
    ['0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409', 18], // FDUSD
  ],
  '137': [
    ['0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6], // USDC
    ['0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 6], // USDC.e
    ['0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6], // USDT
    ['0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', 18], // DAI
  ],
  '8453': [
    ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6], // USDC
    ['0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA', 6], // USDbC
    ['0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', 6], // USDT
    ['0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 18], // DAI
  ],
  '42161': [
    ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6], // USDC
    ['0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', 6], // USDC.e
    ['0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6], // USDT
    ['0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18], // DAI
  ],
  '43114': [
    ['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 6], // USDC
    ['0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664', 6], // USDC.e
    ['0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', 6], // USDT
    ['0xd586E7F844cEa2F87f50152665BCbc2C279D8d70', 18], // DAI.e
  ],
}

const byChain = new Map(
  Object.entries(dollars).map(
    ([chainId, tokens]) =>
      [chainId, new Map(tokens.map(([address, decimals]) => [address.toLowerCase(), decimals]))] as const,
  ),
)

/** Decimals of a token (lower case) of which one whole unit is a dollar; undefined for every other token. */
export function dollarDecimals(chainId: string, token: string): number | undefined {
  return byChain.get(chainId)?.get(token)
}
