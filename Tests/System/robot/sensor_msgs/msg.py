from messages import Joy

__all__ = ["Joy"]
