// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Token {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface Wrapped is Token {
    function deposit() external payable;
    function withdraw(uint256 value) external;
}

/// The pool of Uniswap V2, with its reserves, its fee of 0.3 % and its share token.
contract Pair {
    string public constant name = "Uniswap V2";
    string public constant symbol = "UNI-V2";
    uint8 public constant decimals = 18;
    address public token0;
    address public token1;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint112 private reserve0;
    uint112 private reserve1;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Sync(uint112 reserve0, uint112 reserve1);

    function init(address token0_, address token1_) external {
        require(token0 == address(0), "initialized");
        (token0, token1) = (token0_, token1_);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, 0);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function mint(address to) external returns (uint256 shares) {
        uint256 added0 = Token(token0).balanceOf(address(this)) - reserve0;
        uint256 added1 = Token(token1).balanceOf(address(this)) - reserve1;
        shares = totalSupply == 0 ? root(added0 * added1) : least(added0 * totalSupply / reserve0, added1 * totalSupply / reserve1);
        require(shares > 0, "no liquidity");
        totalSupply += shares;
        balanceOf[to] += shares;
        emit Transfer(address(0), to, shares);
        sync();
    }

    function burn(address to) external returns (uint256 amount0, uint256 amount1) {
        uint256 shares = balanceOf[address(this)];
        amount0 = shares * Token(token0).balanceOf(address(this)) / totalSupply;
        amount1 = shares * Token(token1).balanceOf(address(this)) / totalSupply;
        balanceOf[address(this)] = 0;
        totalSupply -= shares;
        emit Transfer(address(this), address(0), shares);
        pay(token0, to, amount0);
        pay(token1, to, amount1);
        sync();
    }

    function swap(uint256 out0, uint256 out1, address to, bytes calldata) external {
        if (out0 > 0) pay(token0, to, out0);
        if (out1 > 0) pay(token1, to, out1);
        uint256 balance0 = Token(token0).balanceOf(address(this));
        uint256 balance1 = Token(token1).balanceOf(address(this));
        uint256 in0 = balance0 > reserve0 - out0 ? balance0 - (reserve0 - out0) : 0;
        uint256 in1 = balance1 > reserve1 - out1 ? balance1 - (reserve1 - out1) : 0;
        uint256 product = (balance0 * 1000 - in0 * 3) * (balance1 * 1000 - in1 * 3);
        require(product >= uint256(reserve0) * reserve1 * 1_000_000, "K");
        sync();
    }

    /// USDT returns nothing.
    function pay(address token, address to, uint256 value) private {
        (bool paid, bytes memory answer) = token.call(abi.encodeCall(Token.transfer, (to, value)));
        require(paid && (answer.length == 0 || abi.decode(answer, (bool))), "TRANSFER_FAILED");
    }

    function sync() private {
        reserve0 = uint112(Token(token0).balanceOf(address(this)));
        reserve1 = uint112(Token(token1).balanceOf(address(this)));
        emit Sync(reserve0, reserve1);
    }

    function least(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }

    function root(uint256 value) private pure returns (uint256 result) {
        if (value == 0) return 0;
        result = value;
        uint256 next = value / 2 + 1;
        while (next < result) (result, next) = (next, (value / next + next) / 2);
    }
}

/// The router of Uniswap V2. Pools are registered instead of computed.
contract Router {
    address public WETH;
    mapping(address => mapping(address => Pair)) public pairFor;

    receive() external payable {}

    function init(address weth) external {
        require(WETH == address(0), "initialized");
        WETH = weth;
    }

    function register(Pair pair) external {
        (address a, address b) = (pair.token0(), pair.token1());
        pairFor[a][b] = pair;
        pairFor[b][a] = pair;
    }

    modifier before(uint256 deadline) {
        require(deadline >= block.timestamp, "EXPIRED");
        _;
    }

    function swapExactETHForTokens(uint256 least, address[] calldata path, address to, uint256 deadline)
        external
        payable
        before(deadline)
        returns (uint256[] memory)
    {
        wrap(path);
        return measured(least, path, to, msg.value);
    }

    function swapExactETHForTokensSupportingFeeOnTransferTokens(
        uint256 least,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external payable before(deadline) {
        wrap(path);
        measured(least, path, to, msg.value);
    }

    function swapExactTokensForTokens(
        uint256 amount,
        uint256 least,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory) {
        take(path[0], address(pairFor[path[0]][path[1]]), amount);
        return measured(least, path, to, amount);
    }

    function swapExactTokensForETH(uint256 amount, uint256 least, address[] calldata path, address to, uint256 deadline)
        external
        before(deadline)
        returns (uint256[] memory amounts)
    {
        take(path[0], address(pairFor[path[0]][path[1]]), amount);
        amounts = measured(least, path, address(this), amount);
        uint256 got = Token(WETH).balanceOf(address(this));
        Wrapped(WETH).withdraw(got);
        send(to, got);
    }

    function addLiquidityETH(address token, uint256 amount, uint256, uint256, address to, uint256 deadline)
        external
        payable
        before(deadline)
        returns (uint256, uint256, uint256)
    {
        Pair pair = pairFor[token][WETH];
        uint256 held = Token(WETH).balanceOf(address(pair));
        uint256 needed = held == 0 ? msg.value : amount * held / Token(token).balanceOf(address(pair));
        require(needed <= msg.value, "INSUFFICIENT_A_AMOUNT");
        take(token, address(pair), amount);
        Wrapped(WETH).deposit{value: needed}();
        Token(WETH).transfer(address(pair), needed);
        if (msg.value > needed) send(msg.sender, msg.value - needed);
        return (amount, needed, pair.mint(to));
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 shares,
        uint256 leastA,
        uint256 leastB,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256 amountA, uint256 amountB) {
        Pair pair = pairFor[tokenA][tokenB];
        pair.transferFrom(msg.sender, address(pair), shares);
        (uint256 amount0, uint256 amount1) = pair.burn(to);
        (amountA, amountB) = tokenA == pair.token0() ? (amount0, amount1) : (amount1, amount0);
        require(amountA >= leastA && amountB >= leastB, "INSUFFICIENT_AMOUNT");
    }

    function wrap(address[] calldata path) private {
        require(path[0] == WETH, "INVALID_PATH");
        Wrapped(WETH).deposit{value: msg.value}();
        Token(WETH).transfer(address(pairFor[path[0]][path[1]]), msg.value);
    }

    /// What arrives counts, as with tokens that keep a fee.
    function measured(uint256 least, address[] calldata path, address to, uint256 amount)
        private
        returns (uint256[] memory amounts)
    {
        address last = path[path.length - 1];
        uint256 held = Token(last).balanceOf(to);
        for (uint256 i = 0; i + 1 < path.length; i++) {
            bool isLast = i + 2 == path.length;
            hop(path[i], path[i + 1], isLast ? to : address(pairFor[path[i + 1]][path[i + 2]]));
        }
        uint256 got = Token(last).balanceOf(to) - held;
        require(got >= least, "INSUFFICIENT_OUTPUT_AMOUNT");
        amounts = new uint256[](path.length);
        amounts[0] = amount;
        amounts[path.length - 1] = got;
    }

    function hop(address from, address into, address to) private {
        Pair pair = pairFor[from][into];
        (uint256 reserveIn, uint256 reserveOut,) = pair.getReserves();
        bool isFirst = from == pair.token0();
        if (!isFirst) (reserveIn, reserveOut) = (reserveOut, reserveIn);
        uint256 paid = (Token(from).balanceOf(address(pair)) - reserveIn) * 997;
        uint256 got = paid * reserveOut / (reserveIn * 1000 + paid);
        pair.swap(isFirst ? 0 : got, isFirst ? got : 0, to, "");
    }

    /// USDT returns nothing.
    function take(address token, address to, uint256 value) private {
        (bool paid, bytes memory answer) = token.call(abi.encodeCall(Token.transferFrom, (msg.sender, to, value)));
        require(paid && (answer.length == 0 || abi.decode(answer, (bool))), "TRANSFER_FROM_FAILED");
    }

    function send(address to, uint256 value) private {
        (bool sent,) = to.call{value: value}("");
        require(sent, "ETH_TRANSFER_FAILED");
    }
}
