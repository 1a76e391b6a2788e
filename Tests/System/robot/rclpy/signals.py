import enum


class SignalHandlerOptions(enum.Enum):
    ALL = 3
    NO = 0
