// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Tokens as they are on chain, with their peculiarities. Without constructors, so that their code also runs at an address
/// where a test puts it; `init` may be called once.
abstract contract Balances {
    mapping(address => uint256) internal balances;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 public totalSupply;
    address public owner;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function start() internal {
        require(owner == address(0), "initialized");
        owner = msg.sender;
    }

    function balanceOf(address account) public view virtual returns (uint256) {
        return balances[account];
    }

    function mint(address to, uint256 value) external virtual {
        require(msg.sender == owner, "not the owner");
        totalSupply += value;
        balances[to] += value;
        emit Transfer(address(0), to, value);
    }

    function spend(address from, uint256 value) internal {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed == type(uint256).max) return;
        require(allowed >= value, "insufficient allowance");
        allowance[from][msg.sender] = allowed - value;
    }

    function move(address from, address to, uint256 value) internal virtual {
        require(balances[from] >= value, "transfer amount exceeds balance");
        balances[from] -= value;
        balances[to] += value;
        emit Transfer(from, to, value);
    }

    function grant(address from, address spender, uint256 value) internal {
        allowance[from][spender] = value;
        emit Approval(from, spender, value);
    }
}

/// USDC, DAI and most others; with the permit of EIP-2612.
contract Erc20 is Balances {
    string public name;
    string public symbol;
    uint8 public decimals;
    mapping(address => uint256) public nonces;

    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    function init(string calldata name_, string calldata symbol_, uint8 decimals_) external {
        start();
        (name, symbol, decimals) = (name_, symbol_, decimals_);
    }

    function transfer(address to, uint256 value) external virtual returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external virtual returns (bool) {
        spend(from, value);
        move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        grant(msg.sender, spender, value);
        return true;
    }

    function increaseAllowance(address spender, uint256 added) external returns (bool) {
        grant(msg.sender, spender, allowance[msg.sender][spender] + added);
        return true;
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 typeHash =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(typeHash, keccak256(bytes(name)), keccak256("2"), block.chainid, address(this)));
    }

    function permit(address from, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "permit expired");
        bytes32 content = keccak256(abi.encode(PERMIT, from, spender, value, nonces[from]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content));
        require(ecrecover(digest, v, r, s) == from && from != address(0), "invalid signature");
        grant(from, spender, value);
    }
}

/// MKR: name and symbol of 32 bytes.
contract Bytes32Token is Balances {
    bytes32 public name;
    bytes32 public symbol;
    uint256 public constant decimals = 18;

    function init(bytes32 name_, bytes32 symbol_) external {
        start();
        (name, symbol) = (name_, symbol_);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        spend(from, value);
        move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        grant(msg.sender, spender, value);
        return true;
    }
}

/// USDT: returns nothing, and refuses to change an allowance that is not 0.
contract SilentToken is Balances {
    string public name;
    string public symbol;
    uint256 public decimals;

    function init(string calldata name_, string calldata symbol_, uint8 decimals_) external {
        start();
        (name, symbol, decimals) = (name_, symbol_, decimals_);
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        spend(from, value);
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0, "change from non-zero");
        grant(msg.sender, spender, value);
    }
}

/// A part of each transfer goes to a treasury, and the events say so.
contract FeeToken is Erc20 {
    uint256 public feeBasisPoints;
    address public treasury;

    function setFee(uint256 basisPoints, address treasury_) external {
        require(msg.sender == owner, "not the owner");
        (feeBasisPoints, treasury) = (basisPoints, treasury_);
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value * feeBasisPoints / 10_000;
        if (fee > 0) super.move(from, treasury, fee);
        super.move(from, to, value - fee);
    }
}

/// stETH: balances are shares of a pool that grows.
contract RebasingToken is Erc20 {
    uint256 public pooled;

    function submit(address) external payable returns (uint256 shares) {
        shares = totalSupply == 0 ? msg.value : msg.value * totalSupply / pooled;
        pooled += msg.value;
        totalSupply += shares;
        balances[msg.sender] += shares;
        emit Transfer(address(0), msg.sender, msg.value);
    }

    function reward() external payable {
        pooled += msg.value;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return totalSupply == 0 ? 0 : balances[account] * pooled / totalSupply;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 shares = value * totalSupply / pooled;
        require(balances[from] >= shares, "transfer amount exceeds balance");
        balances[from] -= shares;
        balances[to] += shares;
        emit Transfer(from, to, value);
    }
}

/// WETH9: Deposit and Withdrawal instead of Transfer.
contract Weth is Balances {
    string public constant name = "Wrapped Ether";
    string public constant symbol = "WETH";
    uint8 public constant decimals = 18;

    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balances[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        require(balances[msg.sender] >= value);
        balances[msg.sender] -= value;
        emit Withdrawal(msg.sender, value);
        (bool sent,) = msg.sender.call{value: value}("");
        require(sent);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (from != msg.sender) spend(from, value);
        move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        grant(msg.sender, spender, value);
        return true;
    }
}
