from messages import Twist, Vector3

__all__ = ["Twist", "Vector3"]
